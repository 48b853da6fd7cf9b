/** First of a hint's three levels: an area to look at, without the move. */

import { t } from "../../lib/language/i18n.svelte";
import type { Hint } from "../../lib/server/api";
import type { AnySheet, AnyWire, GameModule, Message } from "../contract";
import { cellsOf } from "../log/logText";

type Cell = [number, number];
type Spot = readonly [x: number, y: number];

/** One of nine areas of the board: "NW" is the upper left, "" the middle. */
type BoardArea = `${"N" | "" | "S"}${"W" | "" | "E"}`;

/** Part of the board to look at, with its cells. */
type HintArea = { part: BoardArea; cells: Cell[] };

/** Stands for all rows that are not listed individually. */
const OTHERS = "others";

/** Label of a row of the score sheet; null for future gains. */
export function rowName(row: string | null, sheet: AnySheet | undefined, module: GameModule | null): string {
  if (row === null) return t("hint.later");
  if (row === OTHERS) return t("hint.others");
  const rows = sheet && module ? module.scoreRows(sheet, t) : [];
  return rows.find((one) => one.id === row)?.label ?? t(`${module?.name}.score.${row}`);
}

/** Return the area of the first action with a place, among the alternatives; null if there is none. */
export function hintAreaOf<W extends AnyWire>(hint: Hint, module: GameModule<W> | null): HintArea | null {
  const spot = module?.spot;
  if (!module || !spot) return null;
  const cellsIn = (log: Message): Cell[] => module.pieces?.cells?.(log.params) ?? cellsOf(log);
  const index = (hint.plan ?? []).findIndex(({ log }) => cellsIn(log).length > 0);
  const planned = hint.plan?.[index];
  if (!planned) return null;
  const choices = [planned.log, ...(hint.instead?.[index] ?? [])]
    .map(cellsIn)
    .filter((cells) => cells.length > 0);
  const spots = choices.map((cells) => middle(cells.map(spot)));
  // Name a ninth only if alternatives are in it, too; otherwise name a larger area.
  for (const parts of [3, 2]) {
    const names = partsOf(spots, parts);
    const there = choices.filter((_, at) => names[at] === names[0]).flat();
    const cells = [...new Map(there.map((cell) => [String(cell), cell])).values()];
    const others = names.some((name) => name !== names[0]);
    if (others && cells.length > (choices[0]?.length ?? 0)) return { part: names[0] as BoardArea, cells };
  }
  return null;
}

function middle(spots: Spot[]): Spot {
  const mean = (axis: 0 | 1): number => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  return [mean(0), mean(1)];
}

/** Return the area of each within their common bounding box, whose longer side has the given number of parts. */
function partsOf(spots: readonly Spot[], parts: number): BoardArea[] {
  const axes = ([0, 1] as const).map((axis) => {
    const along = spots.map((spot) => spot[axis]);
    const least = Math.min(...along);
    return { least, length: Math.max(...along) - least };
  });
  const longer = Math.max(...axes.map(({ length }) => length));
  const words = [
    ["W", "", "E"],
    ["N", "", "S"],
  ];
  return spots.map((spot) => {
    const [across, down] = axes.map(({ least, length }, axis) => {
      // Halves divide only the longer side; thirds skip a side shorter than a third of the other.
      if (length === 0 || (parts === 2 ? length < longer : length < longer / 3)) return "";
      const share = ((spot[axis] as number) - least) / length;
      const third = parts === 2 ? (share < 0.5 ? 0 : 2) : share < 1 / 3 ? 0 : share > 2 / 3 ? 2 : 1;
      return words[axis]?.[third] ?? "";
    });
    return `${down}${across}` as BoardArea;
  });
}
