/** Number formats for display. */
import type { Unit } from "../server/api";
import { currentLanguage, numberFormat } from "./i18n.svelte";

/** Format with a true minus sign. */
export function formatNumber(
  value: number,
  form: Intl.NumberFormatOptions = { maximumFractionDigits: 20 },
): string {
  return numberFormat(currentLanguage(), { useGrouping: false, ...form }).format(value + 0); // no sign for −0
}

/** Format with at most one decimal. */
export function formatPoints(value: number): string {
  return formatNumber(Math.round(value * 10) / 10);
}

/** Format a signed difference: "+3", "0", "−1.5". */
export function formatSigned(value: number): string {
  return Math.round(value * 10) > 0 ? `+${formatPoints(value)}` : formatPoints(value);
}

/** Format a bot's estimate in its unit. */
export function formatInUnit(value: number, unit: Unit): string {
  if (unit === "chance") return formatShare(value);
  return unit === "lead" ? formatSigned(value) : formatPoints(value);
}

/** Format with exactly one decimal, as for measurements. */
export function formatTenths(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Format a fraction as a percentage, "8%", with at most the given number of decimals. */
export function formatShare(part: number, decimals = 0): string {
  return formatNumber(part, { style: "percent", maximumFractionDigits: decimals });
}

/** Format a signed difference of probabilities: "+8%", "0%", "−12%". */
export function formatPercent(change: number): string {
  const whole = Math.round(change * 100) / 100;
  return whole > 0 ? `+${formatShare(whole)}` : formatShare(whole);
}
