/** Number formats for display. */
import type { Unit } from "../server/api";
import { currentLanguage } from "./i18n.svelte";

/** With a true minus sign. */
export function formatNumber(
  value: number,
  form: Intl.NumberFormatOptions = { maximumFractionDigits: 20 },
): string {
  const size = Math.abs(value).toLocaleString(currentLanguage(), { useGrouping: false, ...form });
  return value < 0 ? `−${size}` : size;
}

/** At most one decimal. */
export function formatPoints(value: number): string {
  return formatNumber(Math.round(value * 10) / 10);
}

/** "+3", "0", "−1.5": a signed difference. */
export function formatSigned(value: number): string {
  return Math.round(value * 10) > 0 ? `+${formatPoints(value)}` : formatPoints(value);
}

/** A bot's estimate, in its unit. */
export function formatInUnit(value: number, unit: Unit): string {
  if (unit === "chance") return formatShare(value);
  return unit === "lead" ? formatSigned(value) : formatPoints(value);
}

/** Always one decimal, as for measurements. */
export function formatTenths(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "8%" in the format of the language; with at most the given number of decimals. */
export function formatShare(part: number, decimals = 0): string {
  return formatNumber(part, { style: "percent", maximumFractionDigits: decimals });
}

/** "+8%", "0%", "−12%": a signed difference of a probability. */
export function formatPercent(change: number): string {
  const whole = Math.round(change * 100) / 100;
  return whole > 0 ? `+${formatShare(whole)}` : formatShare(whole);
}
