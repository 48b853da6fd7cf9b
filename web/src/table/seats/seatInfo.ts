/** Seats in the form boards receive. */

import { t } from "../../lib/language/i18n.svelte";
import type { WireSeat } from "../connection/protocol";
import type { SeatInfo } from "../contract";

/** Convert a seat received at time `at` (performance.now()). */
export function seatFromWire(seat: WireSeat, at: number): SeatInfo {
  const info: SeatInfo = {
    seat: seat.seat,
    name: seat.name || t("seat.open"),
    kind: seat.kind,
    mine: seat.mine,
    connected: seat.connected,
    standIn: seat.stand_in,
    resigned: seat.resigned,
    colour: seat.colour ?? null,
    languages: seat.languages ?? [],
  };
  if (seat.bot) info.bot = seat.bot;
  if (seat.grace !== null) info.standInFrom = at + seat.grace * 1_000;
  return info;
}
