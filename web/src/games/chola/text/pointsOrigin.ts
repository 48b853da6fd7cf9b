/** Origin of the points animation. */
import type { GameEvent } from "../../../table/contract";
import { cellsOf } from "../../../table/log/logText";
import { squareAt } from "../board/geometry";

/** Return the middle stone of a Build, or the carved sculpture, for the points of all players. */
export function pointsOrigin({ log }: GameEvent): string | null {
  if (log.key === "chola.log.carved") return `[data-flip="${String(log.params.slot)}"]`;
  const cells = cellsOf(log);
  const cell = cells[Math.floor(cells.length / 2)];
  return cell ? `[data-flip="${squareAt(cell)}"]` : null;
}
