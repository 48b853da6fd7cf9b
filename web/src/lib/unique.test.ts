import { expect, test } from "vitest";
import { unique } from "./unique";

test("keeps the first of several items with the same key", () => {
  const cells: [number, number][] = [
    [1, 0],
    [2, 0],
    [1, 0],
  ];
  expect(unique(cells, String)).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(unique([], String)).toEqual([]);
});
