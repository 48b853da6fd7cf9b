import { afterEach, beforeEach, expect, test, vi } from "vitest";

let time: typeof import("./serverTime");

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T09:00:00Z") });
  vi.resetModules();
  time = await import("./serverTime");
});
afterEach(() => {
  vi.useRealTimers();
});

test("time advances from the date of an answer, whatever the device's clock says", () => {
  time.updateServerTime("Sun, 01 Mar 2026 10:00:00 GMT");
  vi.advanceTimersByTime(5_000);
  expect(new Date(time.serverNow()).toISOString()).toBe("2026-03-01T10:00:05.000Z");
  vi.setSystemTime("2026-03-01T02:00:00Z");
  expect(new Date(time.serverNow()).toISOString()).toBe("2026-03-01T10:00:05.000Z");
});

test("cached answers and answers without a date do not set the time", () => {
  time.updateServerTime("Sun, 01 Mar 2026 10:00:00 GMT");
  time.updateServerTime("Sun, 01 Mar 2026 08:00:00 GMT");
  time.updateServerTime(null);
  expect(new Date(time.serverNow()).toISOString()).toBe("2026-03-01T10:00:00.000Z");
});
