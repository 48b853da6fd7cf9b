/** Numbers as people read them. */
import type { Unit } from "./api";

/** With a true minus sign, at most one decimal. */
export function points(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 0 ? `−${-rounded}` : String(rounded);
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
