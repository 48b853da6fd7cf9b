/** Where points come from. */
import type { GameEvent } from "../../../table/contract";
import { cellsOf } from "../../../table/log/logtext";
import { squareAt } from "../board/geometry";

/** The stone in the middle of a Build, or the sculpture that was carved: everybody is paid for those. */
export function earnedAt({ log }: GameEvent): string | null {
  if (log.key === "chola.log.carved") return `[data-flip="${String(log.params.slot)}"]`;
  const cells = cellsOf(log);
  const cell = cells[Math.floor(cells.length / 2)];
  return cell ? `[data-flip="${squareAt(cell)}"]` : null;
}
