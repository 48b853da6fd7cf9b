import { expect, test } from "vitest";
import { at, isOneLoop, kolam, noMirrors, UPRIGHT } from "./kolam";

test("a grid with coprime sides is one loop without mirrors, others are not", () => {
  expect(isOneLoop(5, 3, noMirrors(5, 3))).toBe(true);
  expect(isOneLoop(4, 2, noMirrors(4, 2))).toBe(false);
  expect(isOneLoop(3, 3, noMirrors(3, 3))).toBe(false);
});

test("a mirror in the middle of a 2 x 1 grid splits the loop around two dots", () => {
  const mirrors = noMirrors(2, 1);
  expect(isOneLoop(2, 1, mirrors)).toBe(true);
  mirrors[at(2, 2, 1)] = UPRIGHT;
  expect(isOneLoop(2, 1, mirrors)).toBe(false);
});

test("every kolam is one closed line through all crossings in both diagonals", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { path, dots } = kolam(17, 3, seed);
    expect(dots.match(/M/g)).toHaveLength(51);
    expect(path.startsWith("M")).toBe(true);
    expect(path.endsWith("Z")).toBe(true);
    // 4 * columns * rows segments: each diagonal of each cell once.
    expect(path.match(/Q/g)).toHaveLength(4 * 17 * 3);
  }
});

test("the same seed gives the same kolam", () => {
  expect(kolam(11, 4, 7).path).toBe(kolam(11, 4, 7).path);
  expect(kolam(11, 4, 7).path).not.toBe(kolam(11, 4, 8).path);
});
