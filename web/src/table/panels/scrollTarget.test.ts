import { expect, test } from "vitest";
import { scrollOffset } from "./scrollTarget";

test("a covered element is scrolled into view, a visible one is not moved", () => {
  const open = { top: 200, bottom: 600 };
  expect(scrollOffset({ top: 250, bottom: 330 }, open)).toBe(0);
  expect(scrollOffset({ top: 120, bottom: 200 }, open)).toBe(-80);
  expect(scrollOffset({ top: 580, bottom: 660 }, open)).toBe(60);
  expect(scrollOffset({ top: 300, bottom: 900 }, open)).toBe(100);
});
