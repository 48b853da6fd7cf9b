import { expect, test } from "vitest";
import { unique } from "./unique";

test("of items with the same key the first one stays", () => {
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
