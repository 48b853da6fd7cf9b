/** Numbers as people read them. */
import type { Unit } from "./api";

/** With a true minus sign. */
export function written(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** At most one decimal. */
export function points(value: number): string {
  return written(Math.round(value * 10) / 10);
}

/** "+3", "0", "−1.5": a change, always with its sign. */
export function signed(value: number): string {
  return Math.round(value * 10) > 0 ? `+${points(value)}` : points(value);
}

/** What a computer player expects, in its unit. */
export function worth(value: number, unit: Unit): string {
  if (unit === "chance") return `${Math.round(value * 100)}%`;
  return unit === "lead" ? signed(value) : points(value);
}

/** "+8%", "0%", "−12%": a change of a chance, always with its sign. */
export function percent(change: number): string {
  const whole = Math.round(change * 100);
  return `${whole > 0 ? "+" : ""}${written(whole)}%`;
}
