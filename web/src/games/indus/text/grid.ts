/** Coordinates of fields and start spaces: 6 by 6 fields, surrounded by a ring of start spaces. */
import type { Field, Space } from "../wire";

/** Side of a field in drawing units. */
export const UNIT = 100;
/** Depth of the ring of start spaces in drawing units. */
export const RING = 94;
export const LINES = 6;

/** [x, y] on an 8 by 8 grid: 0 and 7 are the ring, 1 to 6 the fields. */
type Spot = readonly [number, number];
export type Point = readonly [number, number];
export type Side = "N" | "E" | "S" | "W";

export const SIDES: readonly Side[] = ["N", "E", "S", "W"];
/** One step inwards from a side. */
export const INWARDS: Record<Side, Spot> = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] };
/** Rotation in degrees that makes a south-pointing arrow point inwards from a side. */
export const TURN: Record<Side, number> = { N: 0, E: 90, S: 180, W: 270 };

const numbers = Array.from({ length: LINES }, (_, i) => i + 1);

/** All fields, row by row. */
export const FIELDS: readonly Field[] = numbers.flatMap((row) => numbers.map((column) => `${row}${column}`));
/** All start spaces, clockwise from N1. */
export const SPACES: readonly Space[] = [
  ...numbers.map((line) => `N${line}`),
  ...numbers.map((line) => `E${line}`),
  ...numbers.toReversed().map((line) => `S${line}`),
  ...numbers.toReversed().map((line) => `W${line}`),
];

export function sideOf(space: Space): Side {
  return space[0] as Side;
}

/** Return the [column, row] of a field, each 1 to 6, as the format of cells at tables. */
export function cellOf(field: Field): [number, number] {
  return [Number(field[1]), Number(field[0])];
}

export function fieldOf(cell: readonly [number, number]): Field {
  return `${cell[1]}${cell[0]}`;
}

/** Return the position of a field or start space on the grid of 8 by 8. */
export function spotOf(name: Field | Space): Spot {
  const line = Number(name[1]);
  switch (name[0]) {
    case "N":
      return [line, 0];
    case "S":
      return [line, LINES + 1];
    case "W":
      return [0, line];
    case "E":
      return [LINES + 1, line];
    default:
      return cellOf(name);
  }
}

/** Return the row of a field or start space: 0 is north of the dig, 7 south. */
export function rowOf(name: Field | Space): number {
  return spotOf(name)[1];
}

/** Return the upper left corner of a field in drawing units. */
export function cornerOf(field: Field): Point {
  const [column, row] = cellOf(field);
  return [(column - 1) * UNIT, (row - 1) * UNIT];
}

/** Return the middle of a field or start space in drawing units; the fields extend from 0 to 600. */
export function middleOf(name: Field | Space): Point {
  const along = (n: number): number =>
    n === 0 ? -RING / 2 : n > LINES ? LINES * UNIT + RING / 2 : (n - 0.5) * UNIT;
  const [x, y] = spotOf(name);
  return [along(x), along(y)];
}

/** Return the width and height of the touch target. */
export function sizeOf(name: Field | Space): Point {
  const side = name[0];
  if (side === "N" || side === "S") return [UNIT, RING];
  if (side === "E" || side === "W") return [RING, UNIT];
  return [UNIT, UNIT];
}

/** Return the six fields in front of a start space, nearest first. */
export function lineOf(space: Space): Field[] {
  const [dx, dy] = INWARDS[sideOf(space)];
  const [x, y] = spotOf(space);
  return numbers.map((step) => fieldOf([x + dx * step, y + dy * step]));
}

/** Return the neighbour of a field on a side, or null at the edge of the dig. */
export function beside(field: Field, side: Side): Field | null {
  const [dx, dy] = INWARDS[side];
  const [column, row] = cellOf(field);
  const [x, y] = [column - dx, row - dy];
  return x < 1 || y < 1 || x > LINES || y > LINES ? null : fieldOf([x, y]);
}
