/**
 * Outlines of ruins, computed from their fields and links.
 *
 * Buildings and graveyards are areas: the ground of their fields, inset slightly at borders without a link. The other
 * ruins are lines. Each kind of line has its own lane, a fixed position at every border, so that up to four kinds can
 * run side by side through a field.
 */

import type { Field, Kind } from "../wire";
import { beside, cornerOf, type Point, SIDES, type Side, UNIT } from "./grid";

export type LineKind = "canal" | "path" | "alley" | "wall";

/** Distance of a lane from the upper and left border of each field. */
export const LANE: Record<LineKind, number> = { wall: 15, canal: 39, path: 62, alley: 85 };
/** Length of a line within the field where it ends. */
const REACH = 68;
/** Corner radius of a line. */
const BEND = 9;
/** Inset of areas from the borders of their fields. */
export const INSET = 6;

export interface Shape {
  fields: readonly Field[];
  links: readonly (readonly [Field, Field])[];
}

export function isArea(kind: Kind): kind is "building" | "graveyard" {
  return kind === "building" || kind === "graveyard";
}

/** Return, for each field of a ruin, the sides with a link. */
function openings(shape: Shape): Map<Field, Side[]> {
  const sides = new Map<Field, Side[]>(shape.fields.map((field) => [field, []]));
  for (const field of shape.fields) {
    for (const side of SIDES) {
      const other = beside(field, side);
      const joined = shape.links.some(
        ([a, b]) => (a === field && b === other) || (b === field && a === other),
      );
      if (joined) sides.get(field)?.push(side);
    }
  }
  return sides;
}

/** Return the chains of a line as points; chains meet at fields with three links. */
export function chains(shape: Shape, lane: number): Point[][] {
  const open = openings(shape);
  const used = new Set<string>();
  const found: Point[][] = [];
  const follow = (from: Field, side: Side): Field[] => {
    const way = [from];
    let [here, towards]: [Field, Side] = [from, side];
    for (;;) {
      const next = beside(here, towards);
      if (next === null || used.has(keyOf(here, next))) break;
      used.add(keyOf(here, next));
      way.push(next);
      const on = (open.get(next) ?? []).filter((one) => beside(next, one) !== here);
      if (on.length !== 1 || !on[0]) break;
      [here, towards] = [next, on[0]];
    }
    return way;
  };
  const ends = shape.fields.filter((field) => (open.get(field)?.length ?? 0) !== 2);
  for (const field of shape.fields) if (open.get(field)?.length === 0) found.push(alone(field, lane));
  for (const field of [...ends, ...shape.fields]) {
    const sides = open.get(field) ?? [];
    for (const side of sides) {
      const next = beside(field, side);
      if (next && !used.has(keyOf(field, next))) found.push(pointsOf(follow(field, side), open, lane));
    }
  }
  return found;
}

function keyOf(a: Field, b: Field): string {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

/** Return the point where a line turns within a field, on its lane. */
function nodeOf(field: Field, lane: number): Point {
  const [x, y] = cornerOf(field);
  return [x + lane, y + lane];
}

/** Return a line without links. */
function alone(field: Field, lane: number): Point[] {
  const [x, y] = cornerOf(field);
  const margin = (UNIT - REACH) / 2;
  return [
    [x + margin, y + lane],
    [x + UNIT - margin, y + lane],
  ];
}

function pointsOf(way: Field[], open: Map<Field, Side[]>, lane: number): Point[] {
  const points = way.map((field) => nodeOf(field, lane));
  const [first, last] = [way[0], way.at(-1)];
  const loop = first === last;
  if (first && !loop && open.get(first)?.length === 1) points[0] = endOf(first, open, lane);
  if (last && !loop && open.get(last)?.length === 1) points[points.length - 1] = endOf(last, open, lane);
  return points;
}

/** Return the end of a line in a field it enters from one side. */
function endOf(field: Field, open: Map<Field, Side[]>, lane: number): Point {
  const [x, y] = cornerOf(field);
  switch (open.get(field)?.[0]) {
    case "N":
      return [x + lane, y + REACH];
    case "S":
      return [x + lane, y + UNIT - REACH];
    case "W":
      return [x + REACH, y + lane];
    default:
      return [x + UNIT - REACH, y + lane];
  }
}

/** Return an SVG path through points, with rounded corners. */
export function lineThrough(points: readonly Point[], radius = BEND): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const parts = [`M${first[0]} ${first[1]}`];
  rest.forEach((point, i) => {
    const before = points[i] as Point;
    const after = rest[i + 1];
    if (!after || straight(before, point, after)) {
      if (!after) parts.push(`L${point[0]} ${point[1]}`);
      return;
    }
    const [inX, inY] = towards(point, before, radius);
    const [outX, outY] = towards(point, after, radius);
    parts.push(`L${inX} ${inY} Q${point[0]} ${point[1]} ${outX} ${outY}`);
  });
  return parts.join(" ");
}

function straight(a: Point, b: Point, c: Point): boolean {
  return (a[0] === b[0] && b[0] === c[0]) || (a[1] === b[1] && b[1] === c[1]);
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.min(0.5, distance / length);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Return the ends of a line in its last fields. */
export function ends(shape: Shape, kind: LineKind): Point[] {
  const open = openings(shape);
  return shape.fields.flatMap((field) => {
    const sides = open.get(field) ?? [];
    if (sides.length === 0) return alone(field, LANE[kind]);
    return sides.length === 1 ? [endOf(field, open, LANE[kind])] : [];
  });
}

const NORMAL: Record<Side, Point> = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] };

/** Return the SVG path around an area, inset from borders without a link. */
export function areaPath(shape: Shape, inset = INSET, radius = 7): string {
  return outlines(shape, inset)
    .map((loop) => closed(loop, radius))
    .join(" ");
}

/** Return the outlines of an area as loops of corners. */
export function outlines(shape: Shape, inset = INSET): Point[][] {
  const open = openings(shape);
  const wall = (field: Field | null, side: Side): boolean =>
    field !== null && !open.get(field)?.includes(side);
  const seen = new Set<string>();
  const loops: Point[][] = [];
  for (const field of shape.fields) {
    for (const side of SIDES) {
      if (!wall(field, side) || seen.has(field + side)) continue;
      loops.push(around(field, side, wall, seen, inset));
    }
  }
  return loops;
}

/** Follow the border clockwise, with the inside on the right. */
function around(
  start: Field,
  side: Side,
  wall: (field: Field | null, side: Side) => boolean,
  seen: Set<string>,
  inset: number,
): Point[] {
  const corners: Point[] = [];
  let [here, at]: [Field, Side] = [start, side];
  while (!seen.has(here + at)) {
    seen.add(here + at);
    const corner = cornerAfter(here, at);
    const [next, towardsSide] = step(here, at, wall);
    if (towardsSide !== at) {
      const [a, b] = [NORMAL[at], NORMAL[towardsSide]];
      corners.push([corner[0] + inset * (a[0] + b[0]), corner[1] + inset * (a[1] + b[1])]);
    }
    [here, at] = [next, towardsSide];
  }
  return corners;
}

function turned(side: Side, by: number): Side {
  return SIDES[(SIDES.indexOf(side) + by + 4) % 4] as Side;
}

/** Return the next border segment: around this field's corner, straight ahead, or into the diagonal neighbour. */
function step(field: Field, side: Side, wall: (field: Field | null, side: Side) => boolean): [Field, Side] {
  let [here, at]: [Field, Side] = [field, turned(side, 1)];
  for (let turns = 0; turns < 4; turns += 1) {
    if (wall(here, at)) return [here, at];
    here = beside(here, at) ?? here;
    at = turned(at, -1);
  }
  throw new Error(`no border beyond ${field}${side}`);
}

/** Return the corner where the border of a side ends, clockwise. */
function cornerAfter(field: Field, side: Side): Point {
  const [x, y] = cornerOf(field);
  const right = side === "N" || side === "E";
  const low = side === "E" || side === "S";
  return [x + (right ? UNIT : 0), y + (low ? UNIT : 0)];
}

function closed(corners: readonly Point[], radius: number): string {
  const count = corners.length;
  const parts = corners.map((corner, i) => {
    const [inX, inY] = towards(corner, corners[(i + count - 1) % count] as Point, radius);
    const [outX, outY] = towards(corner, corners[(i + 1) % count] as Point, radius);
    return `${i === 0 ? "M" : "L"}${inX} ${inY} Q${corner[0]} ${corner[1]} ${outX} ${outY}`;
  });
  return `${parts.join(" ")} Z`;
}
