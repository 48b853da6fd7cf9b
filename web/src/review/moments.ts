/** What the coach has found, as the page shows it. */
import type { Analysis, Mark, Verdict } from "../lib/server/api";

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

/** A point of a line: after so many actions, so much. */
export type Point = readonly [ply: number, value: number];

/** What the graph shows of every seat: its chance to win (0 to 1), or the result that it may expect. */
export type Shown = "chance" | "expected";

/** A line for every seat through the game, which has `length` actions. */
export function lines(analysis: Analysis, length: number, shown: Shown): Point[][] {
  const of = (one: Verdict): number[] => (shown === "chance" ? one.chances : one.expected);
  return analysis.summaries.map(({ seat, result }) => [
    ...analysis.verdicts.map((one): Point => [one.ply, of(one)[seat] ?? 0]),
    [length, shown === "chance" ? (analysis.won[seat] ?? 0) : result],
  ]);
}

/** Luck of less than this much of the chance to win is not worth a word. */
const SLIGHT = 0.05;

/** Who won alone, by how much, and how much of that was luck, as far as points count, give or take `doubt`; null: nobody, or not alone. */
export function lead(analysis: Analysis): { seat: number; by: number; luck: number; doubt: number } | null {
  const [first, second] = analysis.summaries.toSorted((a, b) => b.result - a.result);
  if (!first || !second || analysis.won[first.seat] !== 1 || analysis.won[second.seat] === 1) return null;
  const by = first.result - second.result;
  if (analysis.unit === "chance") return { seat: first.seat, by, luck: first.luck, doubt: first.luck_doubt };
  return {
    seat: first.seat,
    by,
    luck: first.luck - second.luck,
    doubt: Math.hypot(first.luck_doubt, second.luck_doubt),
  };
}

/** Whether luck was for or against who won; "even": it cannot be told apart from none, or hardly counts. */
export function favourOf({ luck, doubt }: { luck: number; doubt: number }): "for" | "against" | "even" {
  if (Math.abs(luck) <= Math.max(2 * doubt, SLIGHT)) return "even";
  return luck > 0 ? "for" : "against";
}

/** How many of a seat's decisions were best or good, of all that were none of necessity. */
export function accuracy(summary: Analysis["summaries"][number]): number | null {
  if (summary.decisions === 0) return null;
  return (summary.marks.best + summary.marks.good) / summary.decisions;
}
