import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Change, PanZoom, zoomForFinger } from "./panZoom.svelte";

function pointer(
  pointerId: number,
  clientX: number,
  clientY: number,
  pointerType = "touch",
  timeStamp = 0,
): PointerEvent {
  return { pointerId, clientX, clientY, pointerType, timeStamp } as PointerEvent;
}

/** A touch at a time, on something that can be chosen or not; returns whether the following click is swallowed. */
function touch(one: PanZoom<number>, x: number, y: number, at: number, choosable = false): boolean {
  const target = { closest: () => (choosable ? {} : null) } as unknown as Element;
  one.down({ ...pointer(1, x, y, "touch", at), target } as PointerEvent);
  one.up(pointer(1, x, y, "touch", at));
  const swallowed = one.moving;
  vi.runAllTimers();
  return swallowed;
}

function panZoom(slides = true) {
  const changes: Change[] = [];
  const ground = {
    takes: (event: PointerEvent) => event.pointerType === "touch",
    slides: () => slides,
    changed: (change: Change) => changes.push(change),
  };
  return { panZoom: new PanZoom<number>(ground), changes };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("one finger pans after a minimum distance, and the click that ends it chooses nothing", () => {
  const { panZoom: one, changes } = panZoom();
  one.down(pointer(1, 100, 100));
  one.move(pointer(1, 105, 103));
  expect([one.moving, one.own]).toEqual([false, null]);
  one.move(pointer(1, 110, 100));
  one.move(pointer(1, 111, 100));
  expect(changes.map(({ dx, dy, times }) => [dx, dy, times])).toEqual([
    [10, 0, 1],
    [1, 0, 1],
  ]);
  one.up(pointer(1, 111, 100));
  expect(one.moving).toBe(true);
  vi.runAllTimers();
  expect(one.moving).toBe(false);
  one.whole();
  expect(one.own).toBeNull();
});

test("a picture that fits does not pan, and ignored pointers do not pan it", () => {
  const { panZoom: still, changes } = panZoom(false);
  still.down(pointer(1, 0, 0));
  still.move(pointer(1, 50, 0));
  still.down(pointer(2, 0, 0, "mouse"));
  still.move(pointer(2, 50, 0, "mouse"));
  expect([changes, still.moving]).toEqual([[], false]);
});

test("two fingers zoom around their midpoint, even where one finger would not pan", () => {
  const { panZoom: two, changes } = panZoom(false);
  two.down(pointer(1, 100, 100));
  two.down(pointer(2, 200, 100));
  two.move(pointer(2, 300, 100), 10, 20);
  expect(changes).toEqual([{ dx: 50, dy: 0, times: 2, x: 190, y: 80 }]);
  two.zoom(1.5, 3, 4);
  expect(changes.at(-1)).toEqual({ dx: 0, dy: 0, times: 1.5, x: 3, y: 4 });
});

test("a double tap zooms in around it and back out, and chooses nothing", () => {
  const { panZoom: twice, changes } = panZoom();
  expect([touch(twice, 50, 60, 1000), touch(twice, 54, 60, 1200)]).toEqual([false, true]);
  expect(changes).toEqual([{ dx: 0, dy: 0, times: 2.2, x: 54, y: 60 }]);
  expect([touch(twice, 50, 60, 5000), touch(twice, 50, 60, 5200), twice.own]).toEqual([false, true, null]);
});

test("taps that are slow, far apart or on a choice do not zoom", () => {
  const { panZoom: once, changes } = panZoom();
  touch(once, 50, 60, 1000);
  touch(once, 50, 60, 1500);
  touch(once, 150, 60, 1600);
  touch(once, 150, 60, 3000, true);
  touch(once, 150, 60, 3100, true);
  touch(once, 150, 60, 3200);
  expect(changes).toEqual([]);
});

test("places too close for a finger are zoomed in until it can hit them", () => {
  const row = [0, 20, 40, 100].map((x) => ({ x, y: 10 }));
  expect(zoomForFinger({ x: 18, y: 12 }, row)).toBeCloseTo(2.1);
  expect(zoomForFinger({ x: 104, y: 12 }, row)).toBe(1);
  expect(zoomForFinger({ x: 70, y: 60 }, row)).toBe(1);
  expect(zoomForFinger({ x: 0, y: 0 }, [])).toBe(1);
});
