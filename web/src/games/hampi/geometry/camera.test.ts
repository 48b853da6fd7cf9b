import { expect, it } from "vitest";
import { sampleView } from "../text/samples";
import type { Cell } from "../wire";
import { changeCamera, notePosition, toolsPosition } from "./camera";
import { APOTHEM, WIDE } from "./hex";
import { LandCamera } from "./landCamera.svelte";

it("zooming keeps the focal point in place within limits; panning keeps the scale", () => {
  const [now, fit] = [
    { k: 0.5, x: 10, y: 20 },
    { k: 0.4, x: 0, y: 0 },
  ];
  const by = { dx: 0, dy: 0, times: 1, x: 60, y: 70 };
  expect(changeCamera(now, fit, { ...by, times: 2 })).toEqual({ k: 1, x: -40, y: -30 });
  expect(changeCamera(now, fit, { ...by, dx: 5, dy: -5 })).toEqual({ k: 0.5, x: 15, y: 15 });
  expect([0.01, 99].map((times) => changeCamera(now, fit, { ...by, times }).k)).toEqual([0.3, 1.5]);
});

it("a highlighted empty cell at the edge is visible as a whole", () => {
  const land = { view: sampleView(), spots: [], asked: null, width: 400, height: 300 };
  const away: Cell = [0, 9];
  const [plain, marked] = [[], [away]].map((lit) => new LandCamera({ ...land, lit }));
  expect(plain?.shows(away)).toBe(false);
  expect(marked?.shows(away, (APOTHEM - 1) * (marked?.now.k ?? 0))).toBe(true);
  const phone = new LandCamera({ ...land, width: 340, height: 140, lit: [away] });
  expect(phone.shows(away)).toBe(true);
  expect(phone.now.k * WIDE).toBeGreaterThan(56);
  const spots = [{ cell: away, action: "cell", rotations: [], placements: [] }];
  const choosing = new LandCamera({ ...land, width: 340, height: 140, lit: [away], spots });
  expect(choosing.now.k).toBeLessThan(phone.now.k);
});

it("notes and tools of a tile stay inside the frame", () => {
  const frame = { width: 400, height: 300 };
  const note = { width: 200, height: 24 };
  const at = (x: number, y: number) => ({ x, y });
  expect(notePosition(at(200, 100), note, frame)).toEqual(at(200, 92));
  expect(notePosition(at(10, 10), note, frame)).toEqual(at(108, 32));
  expect(toolsPosition(at(200, 100), at(200, 200), frame)).toEqual(at(200, 200));
  expect(toolsPosition(at(390, 150), at(390, 250), frame)).toEqual(at(318, 98));
});
