import messages from "@mandapa/games/menara/content/messages/en.json";
import { describe, expect, it } from "vitest";
import { translator } from "../../../lib/testing";
import type { GameEvent } from "../../../table/contract";
import { toneOfBears, toneOfTilt } from "../art/art";
import { FallenPieces, fallenOf } from "../board/fallenPieces.svelte";
import { noisesOf, type Run } from "../hand/motionReplay";
import type { Balance, View } from "../wire";
import { sampleView } from "./samples";
import { heat, loadsAt, restRows, restsOf, toneOfMargin, wayWords } from "./stability";
import { textView } from "./text";

const t = translator(messages);

describe("stability tones", () => {
  it.each([
    ["additional columns that a base bears", toneOfBears, 2, 1],
    ["tilt that the tower tolerates", toneOfTilt, 2, 1],
    ["millimetres from the edge", toneOfMargin, 6, 2],
  ] as const)("%s: a value at a bound gets the better tone", (_what, toneOf, safe, care) => {
    expect([safe + 1, safe].map(toneOf)).toEqual(["safe", "safe"]);
    expect([safe - 0.01, care].map(toneOf)).toEqual(["care", "care"]);
    expect([care - 0.01, 0, -1].map(toneOf)).toEqual(["risk", "risk", "risk"]);
  });

  it("are safe if nothing can fall", () => {
    expect([toneOfBears(null), toneOfTilt(null)]).toEqual(["safe", "safe"]);
  });
});

const BALANCE: Balance = {
  mass: 30.2,
  centre: [3, -4],
  height: 41,
  lean: 1.4,
  columns: { "F01.0": 6.2, "F01.1": 12.4 },
  rests: {
    F02: { load: 18.6, at: [10, 0], hull: [[-30, -20], [30, -20], [0, 30]], edge: [10, 3.5], margin: 3.5 },
  },
}; // biome-ignore format: one list

const stable = (more: Partial<View> = {}): View =>
  sampleView({ balance: BALANCE, stability: { tilt: 1.2, towards: 90, reserve: 4 }, ...more });

describe("stability", () => {
  it("lists each column's load and its fraction of the largest", () => {
    expect(loadsAt(stable(), BALANCE, 0).map(({ id, grams, part }) => [id.join("."), grams, part])).toEqual([
      ["F01.0", 6.2, 0.5],
      ["F01.1", 12.4, 1],
    ]);
    expect(loadsAt(stable(), BALANCE, 1)).toEqual([]);
  });
  it("is listed by floor, the one nearest to tipping first", () => {
    const two = {
      ...BALANCE,
      rests: { ...BALANCE.rests, F01: { ...BALANCE.rests.F02, margin: 1 } as never },
    };
    expect(restsOf(stable(), two).map(({ floor, tone }) => [floor, tone])).toEqual([
      ["F01", "risk"],
      ["F02", "care"],
    ]);
    expect(restRows(stable(), BALANCE, t)).toEqual([["Boomerang", "1", "19 g", "3.5 mm to the back"]]);
  });
  it("is in the text view, with the load of every column", () => {
    const sections = textView(stable(), [], t);
    const heading = sections.find((section) => section.heading === "Stability");
    expect(heading?.lines?.[1]).toBe(
      "The temple is weakest to the back: it can be tilted by 1.2°, which moves the centre of mass by 1.4 mm.",
    );
    const base = sections.find((section) => section.heading === "Base of the temple")?.table;
    expect(base?.head.at(-1)).toBe("Carries");
    expect(base?.rows.map((row) => row.at(-1))).toEqual(["6.2 g", "12 g", ""]);
    expect(textView(sampleView(), [], t).some((section) => section.heading === "Stability")).toBe(false);
  });
  it("names eight directions, and heats the colour with the load", () => {
    expect([0, 44, 90, 180, 270, -90, 315].map((way) => wayWords(way, t))).toEqual([
      "to the right",
      "to the back right",
      "to the back",
      "to the left",
      "to the front",
      "to the front",
      "to the front right",
    ]);
    expect(new Set([0, 0.25, 0.5, 1].map(heat)).size).toBe(4);
  });
});

/** A run of one body with its height in mm in each frame. */
function falling(code: string, heights: number[], x: number[] = []): Run {
  const path = new Float32Array(heights.length * 7);
  heights.forEach((z, frame) => {
    path.set([x[frame] ?? 0, 0, z, 1, 0, 0, 0], frame * 7);
  });
  return { step: 0.02, frames: heights.length, bodies: new Map([[code, path]]) };
}

describe("sounds of a motion", () => {
  it("include an impact where a fall ends", () => {
    const noises = noisesOf([falling("F01.0", [50, 50, 40, 20, 6, 6, 6])]);
    expect(noises.map(({ at, what }) => [at.toFixed(2), what])).toEqual([["0.08", "column"]]);
  });
  it("include a creak when a floor shifts, and nothing at rest", () => {
    expect(noisesOf([falling("F02", [50, 50, 50, 50])])).toEqual([]);
    const pushed = [falling("F02.1", [25, 25]), falling("F02", [50, 50, 50, 50], [0, 0.2, 0.6, 0.6])];
    expect(noisesOf(pushed).map(({ at, what }) => [at.toFixed(2), what])).toEqual([["0.06", "creak"]]);
  });
});

describe("fallen pieces", () => {
  const [first, second] = sampleView().floors as [View["floors"][0], View["floors"][0]];
  const fell = {
    ...first,
    bases: first.bases.map((base, i) => (i === 0 ? { ...base, column: "fallen" as const } : base)),
  };

  it("are the floors and columns that the view lists as fallen", () => {
    const view = sampleView({ floors: [fell], fallen: [second] });
    expect([...fallenOf(view)]).toEqual([
      ["F02", "dark"],
      ["F01.0", "yellow"],
    ]);
  });
  it("lie where their motion ended, also if they fell before the page was opened", async () => {
    const fallenPieces = new FallenPieces();
    const view = sampleView({ floors: [fell, second] });
    const packed = async (last: number): Promise<unknown> => {
      const numbers = new Int16Array(7);
      numbers.set([last * 10, 0, 60, 4095, 0, 0, 0]);
      const stream = new Blob([new Uint8Array(numbers.buffer)])
        .stream()
        .pipeThrough(new CompressionStream("deflate"));
      const data = btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
      return { runs: [{ step: 0.02, frames: 1, bodies: [18], data }] };
    };
    const events = [4, 9, 12].map((seq) => ({ seq, details: seq !== 12 }) as GameEvent);
    const asked: number[] = [];
    await fallenPieces.gather(view, events, (seq) => {
      asked.push(seq);
      return packed(seq);
    });
    expect(asked).toEqual([9]);
    expect(fallenPieces.of(view).get("F01.0")).toMatchObject({ kind: "yellow" });
    expect(fallenPieces.of(view).get("F01.0")?.pose[0]).toBeCloseTo(9);
    expect(fallenPieces.of(sampleView()).size).toBe(0);
  });
});
