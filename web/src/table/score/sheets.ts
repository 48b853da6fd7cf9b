/** Score sheets of a view, with their rows aligned. */
import type { AnySheet, AnyView, GameModule, ScoreRow, Translate } from "../contract";

export function sheetsOf(module: GameModule, view: AnyView): readonly AnySheet[] {
  return module.sheets?.(view) ?? view.sheets ?? [];
}

interface SheetColumn {
  /** Seat; null if shared by all players. */
  seat: number | null;
  total: number;
  rank: number;
  rows: Map<string, ScoreRow>;
}

export interface SheetTable {
  /** Every row that any player has, in order. */
  rows: { id: string; label: string; rule: string; beside: boolean }[];
  columns: SheetColumn[];
}

export function sheetTable(module: GameModule, sheets: readonly AnySheet[], t: Translate): SheetTable {
  const rows: SheetTable["rows"] = [];
  const columns = sheets.map((sheet) => {
    const own = module.scoreRows(sheet, t);
    for (const row of own) {
      if (!rows.some((one) => one.id === row.id))
        rows.push({ id: row.id, label: row.label, rule: row.rule ?? "", beside: row.beside === true });
    }
    return {
      seat: sheet.seat,
      total: sheet.total,
      rank: sheet.rank,
      rows: new Map(own.map((row) => [row.id, row])),
    };
  });
  return { rows, columns };
}

/** Return the single column of a cooperative game, in which individual entries have a row per player. */
export function sharedColumn(table: SheetTable, label: (row: string, seat: number) => string): SheetTable {
  const [first] = table.columns;
  if (!first || table.columns.length < 2) return table;
  const merged = table.rows.flatMap((row) => {
    const cell = first.rows.get(row.id);
    if (!cell?.own) return cell ? [{ row, cell }] : [];
    return table.columns.flatMap((column) => {
      const own = column.rows.get(row.id);
      if (!own || column.seat === null) return [];
      const named = { id: `${row.id} ${column.seat}`, label: label(row.label, column.seat) };
      return [{ row: { ...row, ...named }, cell: { ...own, ...named } }];
    });
  });
  const rows = new Map(merged.map(({ row, cell }) => [row.id, cell]));
  return { rows: merged.map(({ row }) => row), columns: [{ ...first, seat: null, rows }] };
}

/** Return the columns of a score sheet: one per player, or one for a cooperative game. */
export function shownSheets(
  module: GameModule,
  sheets: readonly AnySheet[],
  name: (seat: number) => string,
  t: Translate,
): SheetTable {
  const each = sheetTable(module, sheets, t);
  return module.together
    ? sharedColumn(each, (label, seat) => t("score.of", { label, name: name(seat) }))
    : each;
}
