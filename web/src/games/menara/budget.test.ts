import { InstancedMesh, Line, Mesh, Points, type Scene, Sprite } from "three";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PIECES, sampleView } from "./samples";
import type { Colour, Gallery, View } from "./wire";

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

/** Takes every call and every value, and gives itself back. */
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

/** A tower of so many floors, five columns on each. */
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

test("a tower of 18 floors takes at most 120 draw calls and 200,000 triangles, shadows included", async () => {
  const { TowerScene } = await import("./tower/scene");
  const { view, pieces } = tower(18);
  const element = Object.assign(new EventTarget(), {
    style: {},
    clientWidth: 390,
    clientHeight: 300,
    ownerDocument: new EventTarget(),
    getRootNode: () => new EventTarget(),
  });
  const scene = new TowerScene(
    element as never,
    pieces,
    () => true,
    () => undefined,
    () => undefined,
  );
  scene.resize(390, 300, 0, 0);
  scene.show(view, new Map());
  await vi.waitFor(() => expect(drawn).not.toBeNull());
  await Promise.resolve();
  let [calls, triangles, columns, casting] = [0, 0, 0, 0];
  (drawn as unknown as Scene).traverseVisible((part) => {
    if ("isLight" in part && part.castShadow) casting += 1;
    if (!(part instanceof Mesh || part instanceof Sprite || part instanceof Line || part instanceof Points))
      return;
    const passes = part.castShadow ? 2 : 1;
    const many = part instanceof InstancedMesh ? part.count : 1;
    const corners = part.geometry.index?.count ?? part.geometry.getAttribute("position").count;
    calls += passes;
    if (part instanceof Mesh || part instanceof Sprite) triangles += (passes * many * corners) / 3;
    if (part instanceof InstancedMesh && part.castShadow) columns += part.count;
  });
  expect(columns).toBe(18 * COLOURS.length + 4);
  expect(casting).toBe(1);
  expect(calls).toBeLessThanOrEqual(120);
  expect(triangles).toBeLessThanOrEqual(200_000);
});
