import { expect, test } from "vitest";
import type { GameModule, ScoreRow } from "../contract";
import { sharedColumn, sheetTable } from "./sheets";

function rows({ surplus, laid }: { surplus: number; laid: number }): ScoreRow[] {
  return [
    { id: "levels", label: "Levels", points: surplus, detail: "" },
    { id: "laid", label: "Laid", points: laid, detail: "", own: true },
  ];
}

const module = { scoreRows: rows } as unknown as GameModule;
const t = (key: string): string => key;
const sheets = [7, 7].map((laid, seat) => ({ seat, total: -5, rank: 1, surplus: -5, laid }));

test("a team has one result and its own rows", () => {
  const table = sharedColumn(sheetTable(module, sheets, t), (label, seat) => `${label}: ${"AB"[seat]}`);
  expect(table.rows.map((row) => row.label)).toEqual(["Levels", "Laid: A", "Laid: B"]);
  expect(table.columns.map(({ seat, total }) => [seat, total])).toEqual([[null, -5]]);
  expect([...(table.columns[0]?.rows.values() ?? [])].map((row) => row.points)).toEqual([-5, 7, 7]);
});

test("a solo player keeps their own column", () => {
  const table = sharedColumn(sheetTable(module, sheets.slice(0, 1), t), () => "");
  expect(table.columns.map((column) => column.seat)).toEqual([0]);
});
