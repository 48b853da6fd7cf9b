import { afterEach, expect, test, vi } from "vitest";
import { reloadOutdatedPage } from "./updates";

afterEach(() => vi.unstubAllGlobals());

test("a page whose files are gone is reloaded, but not offline and not again and again", () => {
  const target = new EventTarget();
  const kept = new Map<string, string>();
  const connection = { onLine: false };
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("navigator", connection);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  let now = 1_000_000;
  const reload = vi.fn();
  const failAt = (time: number): number => {
    now = time;
    target.dispatchEvent(new Event("vite:preloadError"));
    return reload.mock.calls.length;
  };
  reloadOutdatedPage(reload, () => now);
  expect(failAt(1_000_000)).toBe(0);
  connection.onLine = true;
  expect(failAt(1_000_001)).toBe(1);
  expect(failAt(1_030_000)).toBe(1);
  expect(failAt(1_070_000)).toBe(2);
});
