/** Numbers that people read as points. */

/** With a true minus sign, at most one decimal. */
export function points(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 0 ? `−${-rounded}` : String(rounded);
}

/** A change: always with its sign. */
export function change(value: number): string {
  return value > 0 ? `+${points(value)}` : points(value);
}
