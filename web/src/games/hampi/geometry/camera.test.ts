import { expect, it } from "vitest";
import { changeCamera } from "./camera";

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
