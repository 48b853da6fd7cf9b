/** Who sits where, in words. */
import type { SeatInfo, Translate } from "./contract";

/** The name at a seat; "" for chance, which has none. */
export function nameOf(seat: number | null | undefined, seats: readonly SeatInfo[], t: Translate): string {
  if (seat == null) return "";
  return seats.find((one) => one.seat === seat)?.name || t("seat.number", { number: seat + 1 });
}
