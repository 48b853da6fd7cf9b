/** Origin of the points animation. */
import type { GameEvent } from "../../../table/contract";
import { cellOf } from "../../../table/log/logText";
import { keyOf } from "../geometry/hex";
import type { CompletedZone } from "../wire";

/** Return the middle tile of the completed zone that paid this seat, otherwise the placed tile. */
export function pointsOrigin({ log }: GameEvent, seat: number): string | null {
  const zones = (log.params.zones as CompletedZone[] | undefined) ?? [];
  const cells = zones.find((zone) => zone.leaders.includes(seat))?.cells ?? [];
  const cell = cells[Math.floor(cells.length / 2)] ?? cellOf(log);
  return cell ? `[data-cell="${keyOf(cell)}"]` : null;
}
