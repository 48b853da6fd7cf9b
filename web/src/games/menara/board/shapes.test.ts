import { describe, expect, it, test } from "vitest";
import { MARK, PAINT } from "../art/art";
import { HandTremor, releaseText } from "../hand/handTremor";
import { codeOf, decode, unpack } from "../hand/motionReplay";
import { ghostOf, layActions, suggested } from "../hand/placing";
import { placeText, pointersAt, pointerText } from "../hand/pointers";
import { PIECES, sampleView } from "../text/samples";
import type { Choice } from "../wire";
import {
  centreOf,
  headsOf,
  isInside,
  layText,
  outlineOf,
  type PoseChoice,
  pieceOf,
  placed,
  planBox,
  templeBox,
  turned,
} from "./shapes";

test("a plan zooms to its level and includes adjacent pieces", () => {
  const [low, high] = sampleView().floors;
  if (!low || !high) throw new Error("no floors");
  const far = { ...low, floor: "F01", x: 300 };
  const view = sampleView({ floors: [far, { ...high, level: 2 }, { ...high, x: 40, level: 3 }] });
  const box = planBox(view, PIECES, 3);
  expect(box).toEqual(planBox(view, PIECES, 2));
  expect(box.right).toBeLessThan(200);
  expect([box.left + box.right, box.right - box.left]).toEqual([50, 140]);
  expect(planBox(view, PIECES, 1).right).toBeGreaterThan(300);
  expect(planBox(view, PIECES, 0)).toEqual(templeBox(view, PIECES));
});

test("the dark side is the mirror image and still counter-clockwise", () => {
  const piece = {
    ...pieceOf(PIECES, "F01"),
    outline: [
      [0, 0],
      [50, 0],
      [0, 20],
    ] as [number, number][],
  };
  const dark = outlineOf(piece, "dark");
  expect(dark).toContainEqual([-50, 0]);
  const area = dark.reduce((sum, [x, y], i) => {
    const [a, b] = dark[(i + 1) % 3] as [number, number];
    return sum + x * b - a * y;
  }, 0);
  expect(area).toBeGreaterThan(0);
  expect(centreOf(dark)[0]).toBeCloseTo(-50 / 3);
});

test("floors rotate counter-clockwise and move to their pose", () => {
  const [x, y] = placed([10, 0], { x: 5, y: 5, rotation: 90 });
  expect([x, y]).toEqual([expect.closeTo(5), expect.closeTo(15)]);
  expect(isInside([0, 0], outlineOf(pieceOf(PIECES, "F01"), "light"))).toBe(true);
  expect(turned(-0.5)).toBe(359.5);
});

describe("a floor in hand", () => {
  it("is inside the view from above, wherever it is held", () => {
    const held = { floor: "F02", side: "light", pose: { x: 400, y: -300, rotation: 30 } } as const;
    const without = templeBox(sampleView(), PIECES);
    const box = templeBox(sampleView(), PIECES, held);
    for (const corner of outlineOf(pieceOf(PIECES, "F02"), "light")) {
      const [x, y] = placed(corner, held.pose);
      expect(x <= box.right && y >= box.near && (x > without.right || y < without.near)).toBe(true);
    }
    expect([box.left, box.far]).toEqual([without.left, without.far]);
  });
  const near: PoseChoice = {
    action: "cover F01.0 F01.1",
    kind: "cover",
    pose: { x: 3, y: 4, rotation: 15 },
    covers: [
      ["F01", 0],
      ["F01", 1],
    ],
    poses: 2,
  };
  const far: PoseChoice = {
    action: "cover F01.0",
    kind: "cover",
    pose: { x: 30, y: 4, rotation: 0 },
    covers: [["F01", 0]],
    poses: 1,
  };
  const choices: Choice[] = [far, near];

  it("is suggested where it covers most", () => {
    expect(suggested(choices, [])[0]).toBe(near);
  });
  it("is laid by its pose, or by the advised choice of a hint", () => {
    expect(layText({ x: -0.001, y: 2, rotation: 370 })).toBe("lay 0.00,2.00 r10");
    expect(layActions(near, near.pose, null)).toEqual(["lay 3.00,4.00 r15", []]);
    expect(layActions(near, near.pose, near.action)).toEqual([near.action, ["lay 3.00,4.00 r15"]]);
    expect(layActions(far, far.pose, far.action)).toEqual([far.action, []]);
  });
  it("shows the columns it covers, and whether the place is legal", () => {
    const view = sampleView({
      placing: { floor: "F02", side: "light", other_side: null, level: 1, shifting: false, start: null },
    });
    const ghost = ghostOf(view, near.pose, near, null, PIECES);
    expect([...(ghost?.covers ?? [])]).toEqual(["F01.0", "F01.1"]);
    expect(ghost?.tone).toBe("good");
    const refused = {
      action: "x",
      needs: 3,
      stability: { tilt: null, towards: null, reserve: null },
      stands: true,
      refused: { key: "k", params: {}, clause: "c" },
    };
    expect(ghostOf(view, near.pose, null, refused, PIECES)?.tone).toBe("bad");
    const risky = { ...refused, refused: undefined, outlook: "risky" as const, risk: 0.1 };
    expect(ghostOf(view, near.pose, null, risky, PIECES)?.tone).toBe("care");
    expect(ghostOf(view, near.pose, null, { ...risky, outlook: "falls" }, PIECES)?.tone).toBe("bad");
  });
  it("rests on the heads of the level below", () => {
    expect(headsOf(sampleView(), 0).map(({ at }) => at)).toEqual([
      [-29.5, -20],
      [30, -20],
    ]);
  });
});

test("a pointer's position survives the round trip through text", () => {
  const at = new Map([
    [1, pointerText(["F02", 0])],
    [2, placeText([3.4, -7.6], 2)],
    [3, "nonsense"],
  ]);
  expect(pointersAt(at, sampleView(), (seat) => `P${seat}`)).toEqual([
    { at: [10, 5], level: 1, name: "P1" },
    { at: [3, -8], level: 2, name: "P2" },
  ]);
});

describe("recorded motion", () => {
  it("names its bodies", () => {
    expect([codeOf(0), codeOf(17), codeOf(18), codeOf(18 + 6 * 3 + 2)]).toEqual([
      "F01",
      "F18",
      "F01.0",
      "F04.2",
    ]);
  });
  it("sums up differences, also beyond 32767", async () => {
    const frames = 3;
    const numbers = new Int16Array(7 * frames);
    numbers.set([32000, 1000, 10]);
    numbers[3 * frames] = 4095;
    const path = unpack({ step: 0.02, frames, bodies: [18], data: "" }, numbers).bodies.get("F01.0");
    expect(path?.[0]).toBeCloseTo(3200);
    expect(path?.[7]).toBeCloseTo(-3253.6);
    expect(path?.[3]).toBeCloseTo(1);
    const packed = new Blob([new Uint8Array(numbers.buffer)])
      .stream()
      .pipeThrough(new CompressionStream("deflate"));
    const data = btoa(String.fromCharCode(...new Uint8Array(await new Response(packed).arrayBuffer())));
    const run = await decode({ step: 0.02, frames, bodies: [18], data });
    expect(run.bodies.get("F01.0")).toEqual(path);
    for (const forged of [
      { frames: 2 },
      { frames: 4 },
      { frames: 1e9 },
      { frames: 0.5 },
      { bodies: [18, 18] },
      { bodies: [126] },
      { step: 0 },
      { data: "AAAA" },
    ])
      await expect(decode({ step: 0.02, frames, bodies: [18], data, ...forged })).rejects.toThrow();
  });
});

describe("a simulated hand", () => {
  it("is formatted within the limits", () => {
    const errors = sampleView().hand_errors;
    expect(releaseText([0.8, -0.304], null, false, errors)).toBe(" hand 0.80,-0.30");
    expect(releaseText([20, -0.001], -30, true, errors)).toBe(" hand 8.00,0.00 r-10.00 hasty");
  });
  it("drifts more when shaky and stays near", () => {
    const far = (scale: number, rate = 60): number => {
      let state = 1;
      const tremor = new HandTremor(scale, () => {
        state = (state * 16807) % 2147483647;
        return state / 2147483647;
      });
      let sum = 0;
      for (let i = 0; i < 40 * rate; i++) sum += Math.hypot(...tremor.step(1 / rate));
      return sum / (40 * rate);
    };
    expect(far(1.5)).toBeGreaterThan(1.5 * far(0.5));
    expect(far(1.5)).toBeLessThan(8);
    expect(far(0.5)).toBeGreaterThan(0.1);
    expect(far(1, 120)).toBeGreaterThan(0.7 * far(1));
    expect(far(1, 120)).toBeLessThan(1.4 * far(1));
  });
});

describe("colours", () => {
  const linear = (value: number): number =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const SIGHT = {
    normal: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    protan: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    deutan: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    tritan: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  };
  function lab(hex: string, sight: number[][]): number[] {
    const rgb = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
    const [r = 0, g = 0, b = 0] = sight.map((row) =>
      Math.max(
        0,
        row.reduce((sum, part, i) => sum + part * (rgb[i] ?? 0), 0),
      ),
    );
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  }
  it.each(Object.keys(SIGHT))("are distinguishable in %s sight", (name) => {
    const sight = SIGHT[name as keyof typeof SIGHT];
    const all = Object.values(PAINT).map((paint) => lab(paint.fill, sight));
    for (const [i, one] of all.entries())
      for (const other of all.slice(0, i))
        expect(Math.hypot(...one.map((value, n) => value - (other[n] ?? 0)))).toBeGreaterThan(0.15);
  });
  it("each have a mark", () => {
    expect(new Set(Object.values(MARK)).size).toBe(5);
  });
});
