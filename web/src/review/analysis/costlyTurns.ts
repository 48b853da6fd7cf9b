/** Findings of the coach, prepared for display. */
import type { Analysis, Mark, Verdict } from "../../lib/server/api";

/** Grades of turns with a better alternative. */
const COSTLY_MARKS: readonly Mark[] = ["inaccuracy", "mistake", "blunder"];

/** Return the turns that lost something, in order, optionally of one seat. */
export function costlyTurns(analysis: Analysis, seat: number | null): Verdict[] {
  return analysis.verdicts.filter(
    (one) => COSTLY_MARKS.includes(one.mark) && (seat === null || one.seat === seat),
  );
}

/** Return the grades of turns with a better alternative by ply, for each of their actions. */
export function marksOf(analysis: Analysis): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>();
  for (const { ply, count, mark } of costlyTurns(analysis, null))
    for (let each = ply; each < ply + count; each += 1) found.set(each, mark);
  return found;
}

/** A point of a line: number of actions, and value. */
export type Point = readonly [ply: number, value: number];

/** Values of the graph per seat: probability to win (0 to 1) or expected result. */
export type GraphMode = "chance" | "expected";

/** Return the lines of all seats throughout the game, which has `length` actions. */
export function lines(analysis: Analysis, length: number, shown: GraphMode): Point[][] {
  const of = (one: Verdict): number[] => (shown === "chance" ? one.chances : one.expected);
  return analysis.summaries.map(({ seat, result }) => [
    ...analysis.verdicts.map((one): Point => [one.ply, of(one)[seat] ?? 0]),
    [length, shown === "chance" ? (analysis.won[seat] ?? 0) : result],
  ]);
}

/** Share of the probability to win below which luck is not mentioned. */
const SLIGHT = 0.05;

/**
 * Return the sole winner, the margin, and the part of it due to luck in points with standard error `doubt`; null
 * without a sole winner.
 */
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

/** Return whether luck helped or hurt the winner; "even" if the effect is insignificant or negligible. */
export function favourOf({ luck, doubt }: { luck: number; doubt: number }): "for" | "against" | "even" {
  if (Math.abs(luck) <= Math.max(2 * doubt, SLIGHT)) return "even";
  return luck > 0 ? "for" : "against";
}

/** Return the share of a seat's unforced decisions that were best or good; null if there were none. */
export function accuracy(summary: Analysis["summaries"][number]): number | null {
  if (summary.decisions === 0) return null;
  return (summary.marks.best + summary.marks.good) / summary.decisions;
}
