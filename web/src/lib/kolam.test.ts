import { expect, test } from "vitest";
import { kolam, loops } from "./kolam";

test("a grid with coprime sides is one loop without mirrors, others are not", () => {
  expect(loops(5, 3, new Map())).toBe(1);
  expect(loops(4, 2, new Map())).toBe(2);
  expect(loops(3, 3, new Map())).toBe(3);
});

test("a mirror in the middle of a 2 x 1 grid parts the loop around two dots", () => {
  expect(loops(2, 1, new Map())).toBe(1);
  expect(loops(2, 1, new Map([["2,1", "vertical"]]))).toBe(2);
});

test("every kolam is one closed line that passes all crossings in both diagonals", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { path, dots } = kolam(17, 3, seed);
    expect(dots).toHaveLength(51);
    expect(path.startsWith("M")).toBe(true);
    expect(path.endsWith("Z")).toBe(true);
    // 4 * columns * rows pieces: each of the cells' four corners' diagonals once.
    expect(path.match(/Q/g)).toHaveLength(4 * 17 * 3);
  }
});

test("the same seed draws the same kolam", () => {
  expect(kolam(11, 4, 7).path).toBe(kolam(11, 4, 7).path);
  expect(kolam(11, 4, 7).path).not.toBe(kolam(11, 4, 8).path);
});
