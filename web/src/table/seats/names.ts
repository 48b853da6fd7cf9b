/** Who sits where, in words. */
import type { SeatInfo, Translate } from "../contract";

/** The name at a seat; "" for chance, which has none. */
export function nameOf(seat: number | null | undefined, seats: readonly SeatInfo[], t: Translate): string {
  if (seat == null) return "";
  return seats.find((one) => one.seat === seat)?.name || t("seat.number", { number: seat + 1 });
}

/** The name at a seat for a label; whoever has one seat only at this device is told "You". */
export function labelOf(seat: number, seats: readonly SeatInfo[], t: Translate): string {
  const own = seats.filter((one) => one.mine);
  return own.length === 1 && own[0]?.seat === seat ? t("lobby.you") : nameOf(seat, seats, t);
}
