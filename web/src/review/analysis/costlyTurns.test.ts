import { expect, test } from "vitest";
import type { Analysis, JudgedSeat, Mark, Verdict } from "../../lib/server/api";
import { accuracy, costlyTurns, favourOf, lead, lines, marksOf } from "./costlyTurns";

function verdict(seat: number, ply: number, mark: Mark, chances: number[]): Verdict {
  return {
    seat,
    ply,
    mark,
    chances,
    count: 1,
    lost: 1,
    lost_chance: 0.1,
    doubt: 0.1,
    expected: chances.map((chance) => 10 * chance),
    plan: [],
    reasons: [],
  };
}

function judged(seat: number, result: number, luck: number): JudgedSeat {
  const marks = { forced: 5, best: 2, good: 1, inaccuracy: 1, mistake: 0, blunder: 0 };
  return { seat, decisions: 4, result, lost: 1, lost_chance: 0, luck, luck_chance: 0, luck_doubt: 3, marks };
}

const analysis: Analysis = {
  unit: "points",
  verdicts: [
    verdict(0, 2, "best", [0.5, 0.5]),
    verdict(1, 4, "mistake", [0.4, 0.6]),
    verdict(0, 6, "inaccuracy", [0.7, 0.3]),
  ],
  luck: [],
  summaries: [judged(0, 20, 3), judged(1, 12, -8)],
  won: [1, 0],
  simulations: 100,
};

test("moments are turns for which there was a better one", () => {
  expect(costlyTurns(analysis, null).map((one) => one.ply)).toEqual([4, 6]);
  expect(costlyTurns(analysis, 0).map((one) => one.ply)).toEqual([6]);
});

test("the log marks such a turn at each of its parts", () => {
  const longer = { ...analysis, verdicts: [{ ...verdict(1, 4, "mistake", [0, 1]), count: 2 }] };
  expect([...marksOf(longer)]).toEqual([
    [4, "mistake"],
    [5, "mistake"],
  ]);
  expect([...marksOf({ ...analysis, verdicts: [verdict(0, 2, "best", [0.5, 0.5])] })]).toEqual([]);
});

test("every seat has a line that ends at the result", () => {
  expect(lines(analysis, 9, "chance")).toEqual([
    [
      [2, 0.5],
      [4, 0.4],
      [6, 0.7],
      [9, 1],
    ],
    [
      [2, 0.5],
      [4, 0.6],
      [6, 0.3],
      [9, 0],
    ],
  ]);
  expect(lines(analysis, 9, "expected").map((line) => line.slice(-2))).toEqual([
    [
      [6, 7],
      [9, 20],
    ],
    [
      [6, 3],
      [9, 12],
    ],
  ]);
});

test("a sole winner has a lead, part of which is luck", () => {
  expect(lead(analysis)).toEqual({ seat: 0, by: 8, luck: 11, doubt: Math.hypot(3, 3) });
  expect(lead({ ...analysis, won: [0.5, 0.5] })).toBeNull();
  expect(lead({ ...analysis, won: [1, 1] })).toBeNull();
  expect(lead({ ...analysis, summaries: [judged(0, 20, 3)], won: [1] })).toBeNull();
});

test("accuracy counts best and good decisions, and no forced ones", () => {
  const summary = judged(0, 20, 3);
  expect(accuracy(summary)).toBe(0.75);
  expect(accuracy({ ...summary, decisions: 0 })).toBeNull();
});

test("luck is mentioned for or against the winner only if it is significant", () => {
  expect(favourOf({ luck: 0.4, doubt: 0.1 })).toBe("for");
  expect(favourOf({ luck: -1.67, doubt: 0.18 })).toBe("against");
  expect(favourOf({ luck: 0.4, doubt: 0.3 })).toBe("even");
  expect(favourOf({ luck: 0.04, doubt: 0.01 })).toBe("even");
});
