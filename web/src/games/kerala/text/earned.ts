/** Where points come from. */
import type { GameEvent } from "../../../table/contract";
import { cellOf } from "../../../table/log/logtext";
import { sameCell } from "../board/layout";
import type { View } from "../wire";

/** The stack that a step, a jump or a moved stack has led to, on the platform of who acted. */
export function earnedAt(event: GameEvent, seat: number, view: View): string | null {
  const cell = cellOf(event.log);
  if (event.seat !== seat || !cell) return null;
  const stack = view.platforms[seat]?.cells.find((one) => sameCell(one.cell, cell));
  return stack ? `[data-flip="cell-${seat}-${stack.id}"]` : null;
}
