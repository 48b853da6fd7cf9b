import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PlaybackQueue } from "./playbackQueue";

let shown: number[];

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first is shown immediately, the others in order at intervals", () => {
  const queue = new PlaybackQueue<number>(
    (one) => shown.push(one),
    () => 500,
  );
  queue.push(1);
  queue.push(2);
  queue.push(3);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(500);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(500);
  expect(shown).toEqual([1, 2, 3]);
});

test("flush shows everything queued, clear discards it", () => {
  const queue = new PlaybackQueue<number>(
    (one) => shown.push(one),
    () => 500,
  );
  for (const one of [1, 2, 3]) queue.push(one);
  queue.flush();
  expect(shown).toEqual([1, 2, 3]);
  queue.push(4);
  queue.clear();
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual([1, 2, 3]);
});

test("without an interval nothing is queued, and a long queue is skipped", () => {
  let gap = 0;
  const queue = new PlaybackQueue<number>(
    (one) => shown.push(one),
    () => gap,
  );
  queue.push(1);
  queue.push(2);
  expect(shown).toEqual([1, 2]);
  gap = 1_000;
  for (let one = 3; one < 20; one += 1) queue.push(one);
  expect(shown.length).toBeGreaterThan(12);
  vi.runAllTimers();
  expect(shown).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
});
