/** The count at the end, row by row. All numbers are the server's; here they are only added up. */
import type { SheetTable } from "./sheets";

/** One row of the score sheet is counted: what it brings to each column, and the sums so far. */
export interface TallyStep {
  row: string;
  label: string;
  rule: string;
  gains: number[];
  sums: number[];
}

/** The steps of the count: the rows that make up the totals, without those that bring nothing to anybody. */
export function tally(table: SheetTable): TallyStep[] {
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

/** Where a bar for a sum begins and ends, in hundredths of the track: the same for all steps, with 0 in one place. */
export function barOf(steps: readonly TallyStep[], sum: number): { from: number; length: number } {
  const all = [0, ...steps.flatMap((step) => step.sums)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const of = (value: number): number => (100 * (value - least)) / Math.max(1, most - least);
  return { from: of(Math.min(0, sum)), length: of(Math.max(0, sum)) - of(Math.min(0, sum)) };
}
