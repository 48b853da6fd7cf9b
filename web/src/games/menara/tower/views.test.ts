import { expect, it } from "vitest";
import { anglesOf } from "./views";

const always = (): number => 50;

it("looks at flat floors from above, and from lower angles as the temple grows", () => {
  const rises = [0.6, 8, 16, 24, 60].map((height) => anglesOf("whole", height, 16, always)[1]);
  expect(rises[0]).toBeGreaterThan(45);
  expect(rises).toEqual([...rises].sort((a, b) => b - a));
  expect(rises.at(-1)).toBe(22);
});

it("looks from no higher than the picture allows without moving away", () => {
  const wide = anglesOf("whole", 0.6, 16, (_, rise) => (rise > 30 ? 80 : 50))[1];
  expect(wide).toBeLessThanOrEqual(30);
  expect(wide).toBeGreaterThan(26);
  expect(anglesOf("whole", 0.6, 16, (_, rise) => rise)[1]).toBeLessThan(24);
});

it("keeps the other views unchanged at any height", () => {
  expect(anglesOf("front", 0.6, 16, always)).toEqual(anglesOf("front", 60, 16, always));
  expect(anglesOf("top", 60, 16, always)[1]).toBe(89);
});
