/** Display names of seats. */
import type { SeatInfo, Translate } from "../contract";

/** Return the name of a seat; "" for chance. */
export function nameOf(seat: number | null | undefined, seats: readonly SeatInfo[], t: Translate): string {
  if (seat == null) return "";
  return seats.find((one) => one.seat === seat)?.name || t("seat.number", { number: seat + 1 });
}

/** Return the name of a seat for labels: "You" if it is the only one at this device. */
export function labelOf(seat: number, seats: readonly SeatInfo[], t: Translate): string {
  const own = seats.filter((one) => one.mine);
  return own.length === 1 && own[0]?.seat === seat ? t("lobby.you") : nameOf(seat, seats, t);
}
