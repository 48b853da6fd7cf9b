import { expect, test } from "vitest";
import type { Hint } from "../../lib/server/api";
import type { GameModule } from "../contract";
import { hintAreaOf } from "./hintArea";

const module = { name: "toy", spot: (cell: [number, number]) => cell } as unknown as GameModule;

function hint(at: [number, number], instead: [number, number][], reasons: Hint["reasons"] = []): Hint {
  const log = (cell: [number, number]) => ({ key: "toy.step", params: { cell } });
  const take = { action: "take", log: { key: "toy.take", params: {} } };
  const plan = [take, { action: "step", log: log(at) }];
  return { plan, instead: [[], instead.map(log)], reasons } as unknown as Hint;
}

test("a nudge names a part of the board and highlights every choice there", () => {
  const found = hintAreaOf(
    hint(
      [0, 0],
      [
        [1, 1],
        [9, 0],
        [0, 9],
        [9, 9],
      ],
    ),
    module,
  );
  expect(found).toEqual({
    part: "NW",
    cells: [
      [0, 0],
      [1, 1],
    ],
  });
});

test("a place that is alone in its part is described by a larger part", () => {
  const found = hintAreaOf(
    hint(
      [9, 0],
      [
        [6, 2],
        [1, 0],
        [0, 4],
      ],
    ),
    module,
  );
  expect(found).toEqual({
    part: "E",
    cells: [
      [9, 0],
      [6, 2],
    ],
  });
});

test("there is no nudge if the part would give the turn away", () => {
  expect(hintAreaOf(hint([9, 0], [[0, 0]]), module)).toBeNull();
  const near: [number, number][] = [
    [1, 1],
    [9, 0],
  ];
  expect(hintAreaOf(hint([0, 0], near), { name: "toy" } as unknown as GameModule)).toBeNull();
});

test("there may be no nudge at all", () => {
  expect(hintAreaOf(hint([9, 0], [[0, 0]]), module)).toBeNull();
  expect(hintAreaOf(hint([9, 0], []), module)).toBeNull();
  expect(hintAreaOf(hint([9, 0], [], [{ row: "edges", points: -3 }]), module)).toBeNull();
});
