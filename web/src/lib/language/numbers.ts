/** Number formats for display. */
import type { Unit } from "../server/api";
import { spoken } from "./i18n.svelte";

/** With a true minus sign. */
export function written(
  value: number,
  form: Intl.NumberFormatOptions = { maximumFractionDigits: 20 },
): string {
  const size = Math.abs(value).toLocaleString(spoken(), { useGrouping: false, ...form });
  return value < 0 ? `−${size}` : size;
}

/** At most one decimal. */
export function points(value: number): string {
  return written(Math.round(value * 10) / 10);
}

/** "+3", "0", "−1.5": a signed difference. */
export function signed(value: number): string {
  return Math.round(value * 10) > 0 ? `+${points(value)}` : points(value);
}

/** A bot's estimate, in its unit. */
export function worth(value: number, unit: Unit): string {
  if (unit === "chance") return share(value);
  return unit === "lead" ? signed(value) : points(value);
}

/** Always one decimal, as for measurements. */
export function tenths(value: number): string {
  return written(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "8%" in the format of the language; with at most the given number of decimals. */
export function share(part: number, decimals = 0): string {
  return written(part, { style: "percent", maximumFractionDigits: decimals });
}

/** "+8%", "0%", "−12%": a signed difference of a probability. */
export function percent(change: number): string {
  const whole = Math.round(change * 100) / 100;
  return whole > 0 ? `+${share(whole)}` : share(whole);
}
