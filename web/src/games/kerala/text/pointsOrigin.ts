/** Origin of the points animation. */
import type { GameEvent } from "../../../table/contract";
import { cellOf } from "../../../table/log/logText";
import { sameCell } from "../board/layout";
import type { View } from "../wire";

/** Return the target stack of a step, jump or shift on the acting player's platform. */
export function pointsOrigin(event: GameEvent, seat: number, view: View): string | null {
  const cell = cellOf(event.log);
  if (event.seat !== seat || !cell) return null;
  const stack = view.platforms[seat]?.cells.find((one) => sameCell(one.cell, cell));
  return stack ? `[data-flip="cell-${seat}-${stack.id}"]` : null;
}
