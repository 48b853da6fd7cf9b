/** Log lines as sentences. */
import { t } from "../lib/i18n.svelte";
import type { Message, SeatInfo } from "./contract";

/** The sentence of a log message by `seat` (null: chance); `text` is the action itself, for games without sentences. */
export function sentence(log: Message, seat: number | null, seats: SeatInfo[], text = ""): string {
  const nameOf = (one: unknown): string => seats.find((info) => info.seat === one)?.name ?? "";
  const params: Record<string, unknown> = { name: nameOf(seat), text, ...log.params };
  if (typeof log.params.seat === "number") params.seat_name = nameOf(log.params.seat);
  return t(log.key, params);
}

/** The cell that a log message speaks of, if it does. */
export function cellOf(log: Message): [number, number] | null {
  const cell = log.params.cell;
  const isCell = Array.isArray(cell) && cell.length === 2 && cell.every((one) => typeof one === "number");
  return isCell ? (cell as [number, number]) : null;
}
