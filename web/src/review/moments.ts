/** What the coach has found, as the page shows it. */
import type { Analysis, Mark, Verdict } from "../lib/api";

/** Marks of turns that had a better one. */
export const WORSE: readonly Mark[] = ["inaccuracy", "mistake", "blunder"];

/** The turns that lost something, in order; of one seat only, if one is given. */
export function moments(analysis: Analysis, seat: number | null): Verdict[] {
  return analysis.verdicts.filter((one) => WORSE.includes(one.mark) && (seat === null || one.seat === seat));
}

/** By ply what the coach calls the turns that had a better one, each under all its actions. */
export function marksOf(analysis: Analysis): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>();
  for (const { ply, count, mark } of moments(analysis, null))
    for (let each = ply; each < ply + count; each += 1) found.set(each, mark);
  return found;
}

/** A point of a line: after so many actions, so high (0 to 1). */
export type Point = readonly [ply: number, chance: number];

/** The chance to win of every seat through the game, which has `length` actions; a line for each. */
export function lines(analysis: Analysis, length: number): Point[][] {
  return analysis.won.map((won, seat) => [
    ...analysis.verdicts.map((one): Point => [one.ply, one.chances[seat] ?? 0]),
    [length, won],
  ]);
}

/** How many of a seat's decisions were best or good, of all that were none of necessity. */
export function accuracy(summary: Analysis["summaries"][number]): number | null {
  if (summary.decisions === 0) return null;
  return (summary.marks.best + summary.marks.good) / summary.decisions;
}
