/** Hexagon geometry: pointy top, axial coordinates [q, r] with r downwards, directions clockwise from east. */
import type { Cell } from "../wire";

/** Distance from the centre of a hexagon to a corner, in drawing units. */
export const R = 100;
export const WIDE = Math.sqrt(3) * R;
/** Distance from the centre to the middle of an edge. */
export const APOTHEM = WIDE / 2;

export const DIRECTIONS = ["E", "SE", "SW", "W", "NW", "NE"] as const;
const STEPS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

export interface Point {
  x: number;
  y: number;
}

export function point(x: number, y: number): Point {
  return { x, y };
}

export function keyOf(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

export function sameCell(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/** Return the centre of a cell. */
export function middleOf([q, r]: Cell): Point {
  return point(WIDE * (q + r / 2), 1.5 * R * r);
}

export function neighbour(cell: Cell, direction: number): Cell {
  const step = STEPS[((direction % 6) + 6) % 6] as Cell;
  return [cell[0] + step[0], cell[1] + step[1]];
}

export function polar(degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return point(length * Math.cos(angle), length * Math.sin(angle));
}

/**
 * Return a point on the outline of a hexagon around (0, 0), clockwise: even numbers are corners (2d precedes the edge
 * of direction d), odd numbers are the middles of edges.
 */
export function onOutline(place: number): Point {
  const at = ((place % 12) + 12) % 12;
  return polar(30 * (at - 1), at % 2 === 0 ? R : APOTHEM);
}

/** Return the middle of the edge in a direction, relative to (0, 0). */
export function edgeMiddle(direction: number): Point {
  return onOutline(2 * direction + 1);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function rotatePoint(a: Point, sixths: number): Point {
  const angle = (sixths * Math.PI) / 3;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return point(a.x * c - a.y * s, a.x * s + a.y * c);
}

/** Return the outline of a hexagon, enlarged by `by` units on all sides. */
export function outline(by = 0): string {
  const corners = Array.from({ length: 6 }, (_, d) => polar(60 * d - 30, R + (by * 2) / Math.sqrt(3)));
  return `M${corners.map((one) => pointText(one)).join("L")}Z`;
}

export function pointText(at: Point): string {
  return `${round(at.x)} ${round(at.y)}`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Return the bounding box of the cells' hexagons; around (0, 0) if there are none. */
export function boxOf(cells: readonly Cell[]): Box {
  const middles = cells.length > 0 ? cells.map(middleOf) : [point(0, 0)];
  const xs = middles.map((at) => at.x);
  const ys = middles.map((at) => at.y);
  const [x, y] = [Math.min(...xs) - APOTHEM, Math.min(...ys) - R];
  return { x, y, width: Math.max(...xs) + APOTHEM - x, height: Math.max(...ys) + R - y };
}
