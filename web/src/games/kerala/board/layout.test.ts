import { describe, expect, it } from "vitest";
import type { Cell } from "../wire";
import {
  boxOf,
  cameraFor,
  closer,
  FACE,
  figureSpot,
  keepTraySlots,
  maxZoom,
  occupiedCells,
  sideTowards,
  transformOf,
  zoomAndPan,
} from "./layout";

/** Left and right edge of a standing figure in its 100 by 100 box. */
const FIGURE = { left: 10.5, right: 105 } as const;

describe("the fit of a platform", () => {
  it("is centred and no larger than allowed", () => {
    const camera = cameraFor(boxOf([[0, 0]]), 600, 400, 20, 120);
    expect(camera.k).toBe(1.2);
    expect([camera.x + 50 * camera.k, camera.y + 50 * camera.k]).toEqual([300, 200]);
  });

  it("shrinks until all cells and the margin fit", () => {
    const cells: Cell[] = [
      [-3, 0],
      [4, 1],
    ];
    const camera = cameraFor(boxOf(cells), 400, 400, 20, 120);
    expect(8 * 100 * camera.k).toBeCloseTo(360);
    expect(camera.x + -300 * camera.k).toBeCloseTo(20);
    expect(transformOf(camera)).toContain("scale(0.45000)");
  });

  it("allows zooming, with the visible area kept within the frame", () => {
    const box = { x: 0, y: 0, width: 10, height: 2 };
    const fit = cameraFor(box, 400, 400, 20, 120);
    const look = closer(fit, box, 400, 400, 20, { factor: 2, middle: [9, 1] });
    expect(look.k).toBeCloseTo(2 * fit.k);
    expect(look.x + 1000 * look.k).toBeCloseTo(380);
    expect(look.y + 100 * look.k).toBeCloseTo(200);
    const most = closer(fit, box, 400, 400, 20, { factor: 99, middle: [0, 0] });
    expect(most.k).toBeCloseTo(fit.k * maxZoom(fit));
    expect(most.x).toBeCloseTo(20);
  });

  it("zooms around the middle of the frame", () => {
    const fit = { k: 0.5, x: 0, y: 0 };
    const by = { dx: 0, dy: 0, times: 2, x: 200, y: 100 };
    expect(zoomAndPan(fit, fit, 400, 200, by)).toEqual({ factor: 2, middle: [4, 2] });
    expect(zoomAndPan(fit, fit, 400, 200, { ...by, dx: 50, times: 1 })).toEqual({
      factor: 1,
      middle: [3, 2],
    });
    expect(zoomAndPan(fit, fit, 400, 200, { ...by, x: 0, y: 0 }).middle, "around a corner").toEqual([2, 1]);
    expect(zoomAndPan(fit, fit, 400, 200, { ...by, times: 9 }).factor).toBe(maxZoom(fit));
  });

  it("has a box even without cells", () => {
    expect(boxOf([])).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});

it("returns the side that a pointer is nearest to", () => {
  expect([sideTowards(9, 2), sideTowards(-9, 2), sideTowards(1, 5), sideTowards(1, -5)]).toEqual([
    "E",
    "W",
    "S",
    "N",
  ]);
  // On the diagonal both axes are equally near.
  expect([sideTowards(3, 3), sideTowards(-3, 3), sideTowards(3, -3)]).toEqual(["S", "S", "N"]);
});

describe("the tray", () => {
  it("keeps tiles in their slots while others are taken", () => {
    const first = keepTraySlots([], ["B1", "K3", "K3", "PJ"], 4);
    expect(first).toEqual(["B1", "K3", "K3", "PJ"]);
    expect(keepTraySlots(first, ["B1", "K3", "PJ"], 4)).toEqual(["B1", "K3", null, "PJ"]);
    expect(keepTraySlots(["B1", "K3", null, "PJ"], ["PJ"], 4)).toEqual([null, null, null, "PJ"]);
  });

  it("refills when tiles are drawn or returned", () => {
    expect(keepTraySlots([null, null, null, "PJ"], ["PJ", "G1"], 4)).toEqual(["G1", null, null, "PJ"]);
    expect(keepTraySlots([null, null, null, "PJ"], ["G1", "G2", "R1", "R2"], 4)).toEqual([
      "G1",
      "G2",
      "R1",
      "R2",
    ]);
  });
});

it("marks the last move only on cells that still hold a tile, since it may have been taken back", () => {
  const platform = { cells: [{ cell: [0, 0] as Cell }] };
  const last: Cell[] = [
    [0, 0],
    [0, -1],
  ];
  expect(occupiedCells(platform, last)).toEqual([[0, 0]]);
});

it("draws two figures side by side on their tile without overlap", () => {
  const [first, second] = [0, 1].map((i) => {
    const { x, scale } = figureSpot(i);
    return { left: x + scale * FIGURE.left, right: x + scale * FIGURE.right };
  });
  expect(first?.left).toBeGreaterThanOrEqual(FACE.x);
  expect(second?.left).toBeGreaterThanOrEqual(first?.right ?? 0);
  expect(second?.right).toBeLessThanOrEqual(FACE.x + FACE.size);
});
