/** Coordinates of squares: the temple is drawn in elevation, y increases downwards. */
import type { Square, View } from "../wire";

/** Side of a square in drawing units. */
export const UNIT = 40;
const FIRST = "a".charCodeAt(0);

type Spot = readonly [column: number, row: number];

/** Return the coordinates of a square: [0, 1] for "a1". */
export function spotOf(square: Square): Spot {
  return [square.charCodeAt(0) - FIRST, Number(square.slice(1))];
}

export function squareAt([column, row]: Spot): Square {
  return `${String.fromCharCode(FIRST + column)}${row}`;
}

/** Return the number of columns and rows of a temple. */
export function sizeOf(squares: readonly Square[]): { columns: number; rows: number } {
  const spots = squares.map(spotOf);
  return {
    columns: Math.max(...spots.map(([column]) => column)) + 1,
    rows: Math.max(...spots.map(([, row]) => row)),
  };
}

/** Return the upper left corner of a square in a temple with that many rows. */
export function cornerOf(square: Square, rows: number): readonly [x: number, y: number] {
  const [column, row] = spotOf(square);
  return [column * UNIT, (rows - row) * UNIT];
}

/** Return the bounding box of some squares, in drawing units. */
export function boxOf(squares: readonly Square[], rows: number) {
  const corners = squares.map((square) => cornerOf(square, rows));
  const x = Math.min(...corners.map((corner) => corner[0]));
  const y = Math.min(...corners.map((corner) => corner[1]));
  return {
    x,
    y,
    width: Math.max(...corners.map((corner) => corner[0])) + UNIT - x,
    height: Math.max(...corners.map((corner) => corner[1])) + UNIT - y,
  };
}

/** Minimum number of visible rows, so that the picture does not change its scale with every stone. */
const MIN_ROWS = 6;

/**
 * Return the visible part of the temple: everything or, with `near`, the rows of possible choices plus one on each
 * side.
 */
export function frameOf(view: Pick<View, "squares" | "entrance" | "slots">, near: boolean) {
  const names = [...view.squares.map((one) => one.square), ...view.entrance];
  const { columns, rows } = sizeOf(names);
  const whole = { x: -22, y: -70, width: columns * UNIT + 44, height: rows * UNIT + 98 };
  const carvable = view.slots.filter((slot) => slot.finished && slot.carver === null);
  const levels = [
    ...view.squares.filter((one) => one.open).map((one) => one.square),
    ...carvable.flatMap((slot) => slot.squares),
  ].map((square) => spotOf(square)[1]);
  if (!near || levels.length === 0) return whole;
  const top = Math.min(rows, Math.max(...levels) + 2);
  const bottom = Math.max(1, Math.min(Math.min(...levels) - 1, top - MIN_ROWS + 1));
  const seen = names.map(spotOf).filter(([, level]) => level >= bottom && level <= top);
  const left = Math.min(...seen.map(([column]) => column)) * UNIT - 14;
  const right = (Math.max(...seen.map(([column]) => column)) + 1) * UNIT + 14;
  const above = top === rows ? whole.y : (rows - top) * UNIT - 12;
  const below = (rows - bottom + 1) * UNIT + (bottom === 1 ? 26 : 0);
  return { x: left, y: above, width: right - left, height: below - above };
}

/** Return the outline of a set of squares, slightly inset and without lines between adjacent squares. */
export function outlineOf(squares: readonly Square[], rows: number, inset = 0): string {
  const set = new Set(squares);
  const has = (column: number, row: number): boolean => set.has(squareAt([column, row]));
  let path = "";
  for (const square of squares) {
    const [c, r] = spotOf(square);
    const [x, y] = cornerOf(square, rows);
    const [left, right] = [x + inset, x + UNIT - inset];
    const [top, bottom] = [y + inset, y + UNIT - inset];
    const [w, e, n, s] = [has(c - 1, r), has(c + 1, r), has(c, r + 1), has(c, r - 1)];
    // Extend the edge to the next square where the outline continues straight, and further at an outward turn.
    const on = (near: boolean, aslant: boolean): number => (near ? (aslant ? 2 : 1) * inset : 0);
    const [nw, ne, sw, se] = [has(c - 1, r + 1), has(c + 1, r + 1), has(c - 1, r - 1), has(c + 1, r - 1)];
    if (!n) path += `M${left - on(w, nw)} ${top}H${right + on(e, ne)}`;
    if (!s) path += `M${left - on(w, sw)} ${bottom}H${right + on(e, se)}`;
    if (!w) path += `M${left} ${top - on(n, nw)}V${bottom + on(s, sw)}`;
    if (!e) path += `M${right} ${top - on(n, ne)}V${bottom + on(s, se)}`;
  }
  return path;
}

/** Return the square nearest to a point of the drawing, within `most` squares. */
export function nearest(
  x: number,
  y: number,
  rows: number,
  among: readonly Square[],
  most = 1.4,
): Square | null {
  let best: Square | null = null;
  let least = most * UNIT;
  for (const square of among) {
    const [left, top] = cornerOf(square, rows);
    const distance = Math.hypot(left + UNIT / 2 - x, top + UNIT / 2 - y);
    if (distance < least) {
      least = distance;
      best = square;
    }
  }
  return best;
}
