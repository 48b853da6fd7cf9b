/** Where points come from. */
import type { GameEvent } from "../../../table/contract";
import { cellOf } from "../../../table/log/logtext";
import { keyOf } from "../board/hex";
import type { CompletedZone } from "../wire";

/** The middle tile of the zone that was complete and paid this seat, else the tile that was laid. */
export function earnedAt({ log }: GameEvent, seat: number): string | null {
  const zones = (log.params.zones as CompletedZone[] | undefined) ?? [];
  const cells = zones.find((zone) => zone.leaders.includes(seat))?.cells ?? [];
  const cell = cells[Math.floor(cells.length / 2)] ?? cellOf(log);
  return cell ? `[data-cell="${keyOf(cell)}"]` : null;
}
