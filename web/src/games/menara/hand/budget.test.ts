import { InstancedMesh, Line, Mesh, Points, type Scene, Sprite } from "three";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { highlightedBases } from "../board/baseHighlights";
import { basesAt, placesNamedIn } from "../text/logPlaces";
import { PIECES, sampleView } from "../text/samples";
import type { TowerScene } from "../tower/scene";
import type { BaseId, Choice, Colour, Gallery, Preview, View } from "../wire";

let drawn: Scene | null = null;

vi.mock("three", async (original) => ({
  ...(await original<typeof import("three")>()),
  WebGLRenderer: class {
    shadowMap = {};
    setPixelRatio = vi.fn();
    setSize = vi.fn();
    dispose = vi.fn();
    render(scene: Scene): void {
      drawn = scene;
    }
  },
}));

/** Proxy that accepts every call and assignment, and returns itself. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : anything),
  set: () => true,
});

beforeAll(() => {
  const canvas = { getContext: () => anything, width: 1, height: 1 };
  vi.stubGlobal("document", { createElement: () => canvas });
  vi.stubGlobal("Path2D", class {});
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) => {
    queueMicrotask(() => draw(0));
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});

afterAll(() => vi.unstubAllGlobals());

const COLOURS: Colour[] = ["yellow", "red", "black", "white", "blue"];

/** A tower of `count` floors with five columns on each. */
function tower(count: number): { view: View; pieces: Gallery } {
  const [piece] = PIECES.floors;
  const [floor] = sampleView().floors;
  if (!piece || !floor) throw new Error("no sample");
  const bases: View["floors"][number]["bases"] = COLOURS.map((colour, i) => ({
    at: [15 * i - 30, 8],
    colour,
    column: "standing",
    off: [0, 0],
  }));
  const names = Array.from({ length: count }, (_, i) => `F${String(i + 1).padStart(2, "0")}`);
  const floors = names.map((name, level) => ({ ...floor, floor: name, level, bases }));
  return {
    view: sampleView({ floors }),
    pieces: { ...PIECES, floors: names.map((name) => ({ ...piece, floor: name })) },
  };
}

interface Cost {
  calls: number;
  triangles: number;
  /** Columns that cast shadows, lamps included. */
  columns: number;
  /** Lights that cast shadows. */
  casting: number;
}

/** Return the cost of the last frame, including shadows. */
function cost(): Cost {
  const found = { calls: 0, triangles: 0, columns: 0, casting: 0 };
  (drawn as unknown as Scene).traverseVisible((part) => {
    if ("isLight" in part && part.castShadow) found.casting += 1;
    if (!(part instanceof Mesh || part instanceof Sprite || part instanceof Line || part instanceof Points))
      return;
    const passes = part.castShadow ? 2 : 1;
    const many = part instanceof InstancedMesh ? part.count : 1;
    const corners = part.geometry.index?.count ?? part.geometry.getAttribute("position").count;
    found.calls += passes;
    if (part instanceof Mesh || part instanceof Sprite) found.triangles += (passes * many * corners) / 3;
    if (part instanceof InstancedMesh && part.castShadow) found.columns += part.count;
  });
  return found;
}

async function towerOf18(): Promise<{ scene: TowerScene; view: View }> {
  const { TowerScene } = await import("../tower/scene");
  drawn = null;
  const { view, pieces } = tower(18);
  const element = Object.assign(new EventTarget(), {
    style: {},
    clientWidth: 390,
    clientHeight: 300,
    ownerDocument: new EventTarget(),
    getRootNode: () => new EventTarget(),
  });
  const still = (): boolean => true;
  const nothing = (): void => undefined;
  const scene = new TowerScene(element as never, pieces, still, nothing, nothing);
  scene.resize(390, 300, 0, 0);
  scene.show(view, new Map());
  return { scene, view };
}

/** Wait until the frame is rendered. */
async function seen(): Promise<void> {
  await vi.waitFor(() => expect(drawn).not.toBeNull());
  await Promise.resolve();
}

const BUDGET = { calls: 120, triangles: 200_000 };

test("a tower of 18 floors stays within the budget of slow phones, shadows included", async () => {
  await towerOf18();
  await seen();
  const bare = cost();
  expect(bare.columns).toBe(18 * COLOURS.length + 4);
  expect(bare.casting).toBe(1);
  expect(bare.calls).toBeLessThanOrEqual(BUDGET.calls);
  expect(bare.triangles).toBeLessThanOrEqual(BUDGET.triangles);
});

test("the budget also holds when every column can be taken out at a risk and a floor is named in a sentence", async () => {
  const { scene, view } = await towerOf18();
  await seen();
  const bare = cost();
  const ids = view.floors.flatMap(({ floor, bases }) => bases.map((_, base): BaseId => [floor, base]));
  const lifts: Choice[] = ids.map((base) => ({
    action: `lift ${base.join(".")}`,
    kind: "lift",
    base,
    colour: "red",
  }));
  const previews: Preview[] = lifts.map(({ action }, i) => ({
    action,
    stands: i % 2 === 0,
    risk: 0.5,
    outlook: i % 2 ? "falls" : "risky",
  }));
  const lit = highlightedBases(view, lifts, previews, lifts[0]?.action ?? null);
  expect(lit).toHaveLength(90);
  scene.mark(lit, ids[1] ?? null, basesAt(view, [[3, -1]]));
  await seen();
  const all = cost();
  expect(all.calls).toBeGreaterThan(bare.calls);
  expect(all.calls).toBeLessThanOrEqual(BUDGET.calls);
  expect(all.triangles).toBeLessThanOrEqual(BUDGET.triangles);
});

test("pieces named in a sentence are found in the temple", () => {
  const { view } = tower(3);
  const mentionedBases = (params: Record<string, unknown>): string[] =>
    basesAt(view, placesNamedIn(params)).map(({ id }) => id.join("."));
  expect(mentionedBases({ floor: "F02", base: 3, level: 1 })).toEqual(["F02.3"]);
  expect(mentionedBases({ floor: "F03", covers: ["F01.0"] })).toEqual([
    ...["0", "1", "2", "3", "4"].map((base) => `F03.${base}`),
    "F01.0",
  ]);
  expect(mentionedBases({ floor: "F09", covers: ["F01.0"] })).toEqual(["F01.0"]);
  expect(mentionedBases({ outcome: "topples", columns: [["F01", 4]], floors: [] })).toEqual(["F01.4"]);
  expect(mentionedBases({ floor: "F09" })).toEqual([]);
  expect(mentionedBases({ give: "red", take: "blue" })).toEqual([]);
});
