/** Final scoring, row by row. All numbers come from the server and are only added up here. */
import type { SheetTable } from "./sheets";

/** One row of the score sheet: its value per column, and the running totals. */
export interface ScoringStep {
  row: string;
  label: string;
  rule: string;
  gains: number[];
  sums: number[];
}

/** Return the steps of the scoring: the rows of the total, without those that are zero for all players. */
export function scoringSteps(table: SheetTable): ScoringStep[] {
  let sums = table.columns.map(() => 0);
  return table.rows
    .filter((row) => !row.beside)
    .map(({ id, label, rule }) => ({
      row: id,
      label,
      rule,
      gains: table.columns.map((column) => column.rows.get(id)?.points ?? 0),
    }))
    .filter((step) => step.gains.some((gain) => gain !== 0))
    .map((step) => {
      sums = sums.map((sum, column) => sum + (step.gains[column] ?? 0));
      return { ...step, sums };
    });
}

/**
 * Return start and end of the bar for a total in percent of the track, with the same scale and zero point for all
 * steps.
 */
export function barOf(steps: readonly ScoringStep[], sum: number): { from: number; length: number } {
  const all = [0, ...steps.flatMap((step) => step.sums)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const of = (value: number): number => (100 * (value - least)) / Math.max(1, most - least);
  return { from: of(Math.min(0, sum)), length: of(Math.max(0, sum)) - of(Math.min(0, sum)) };
}
