import { expect, it } from "vitest";
import { anglesOf } from "./views";

it("looks at flat floors from above, and from lower and lower as the temple grows", () => {
  const rises = [0.6, 8, 16, 24, 60].map((height) => anglesOf("whole", height, 16)[1]);
  expect(rises[0]).toBeGreaterThan(45);
  expect(rises).toEqual([...rises].sort((a, b) => b - a));
  expect(rises.at(-1)).toBe(22);
});

it("keeps the other views as they are, however high the temple", () => {
  expect(anglesOf("front", 0.6, 16)).toEqual(anglesOf("front", 60, 16));
  expect(anglesOf("top", 60, 16)[1]).toBe(89);
});
