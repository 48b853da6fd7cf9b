/** Where the value badges of ruins lie: on their own ruin, beside the stacks, never on one another. */
import { chains, isArea, LANE, type LineKind, nodeOf, openings, type Shape } from "./geometry";
import { cellOf, cornerOf, type Point, UNIT } from "./grid";
import type { Kind } from "./types";

export interface Badge {
  name: string;
  x: number;
  y: number;
}

export interface BadgeRuin extends Shape {
  name: string;
  kind: Kind;
  values: readonly number[];
}

export const BADGE_HEIGHT = 27;
/** Width of a leader's sign at the end of a badge. */
export const BADGE_SIGN = 24;
/** Width of the letter of a badge. */
export const BADGE_LETTER = 20;

/** Width of a badge with its letter and its value, and the signs of those who lead. */
export function badgeWidth(values: readonly number[], leaders = 0): number {
  const value = 8 + 11 * values.join("/").length;
  return BADGE_LETTER + value + (leaders > 0 ? BADGE_SIGN + badgeStep(leaders) * (leaders - 1) : 0);
}

/** From one leader's sign to the next: three and more overlap a little. */
export function badgeStep(leaders: number): number {
  return leaders > 2 ? 14 : 19;
}

/** Half the width of a line. */
const HALF_LINE = 11;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Middle of a badge, in drawing units, for each ruin. */
export function placeBadges(ruins: readonly BadgeRuin[]): Badge[] {
  const taken: Box[] = [];
  const lines = new Map(ruins.map((ruin) => [ruin.name, stripsOf(ruin)]));
  const order = [...ruins].sort((a, b) => a.fields.length - b.fields.length);
  const placed = order.map((ruin) => {
    const best = candidates(ruin)
      .map((point) => ({ point, cost: costOf(ruin, point, taken) + onOthers(ruin, point, lines) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a));
    const [x, y] = best.point;
    taken.push(boxAt(ruin, best.point));
    return { name: ruin.name, x, y };
  });
  return ruins.map((ruin) => placed.find((badge) => badge.name === ruin.name) as Badge);
}

/** Corners of the fields of an area, places between the joined fields of a line. */
function candidates(ruin: BadgeRuin): Point[] {
  const half = { x: badgeWidth(ruin.values, 1) / 2, y: BADGE_HEIGHT / 2 };
  const corners = ruin.fields.flatMap((field) => {
    const [x, y] = cornerOf(field);
    return [3 + half.x, UNIT / 2, UNIT - 3 - half.x].flatMap((dx) =>
      [10, 90].map((dy): Point => [x + dx, y + dy]),
    );
  });
  if (isArea(ruin.kind)) return [...corners, ...pegs(ruin)];
  const lane = LANE[ruin.kind as LineKind];
  const crossings = ruin.links.map(([a, b]): Point => {
    const [ax, ay] = nodeOf(a, lane);
    const [column, row] = cellOf(a);
    const [other, below] = cellOf(b);
    return row === below
      ? [Math.max(column, other) * UNIT - UNIT, ay]
      : [ax, Math.max(row, below) * UNIT - UNIT];
  });
  const open = openings(ruin);
  const rims = ruin.fields.flatMap((field): Point[] => {
    const [x, y] = cornerOf(field);
    const level = open.get(field)?.some((side) => side === "E" || side === "W") ?? true;
    return level
      ? [
          [x + half.x + 3, y + lane],
          [x + UNIT - half.x - 3, y + lane],
        ]
      : [
          [x + lane, y + 18],
          [x + lane, y + UNIT - 18],
        ];
  });
  return [...crossings, ...rims.map(([x, y]): Point => [clamp(x, half.x), clamp(y, half.y)])];
}

function clamp(value: number, half: number): number {
  return Math.min(6 * UNIT - half - 1, Math.max(half + 1, value));
}

/** Corners where four joined fields of an area meet, and middles of borders between two. */
function pegs(ruin: BadgeRuin): Point[] {
  return ruin.links.map(([a, b]): Point => {
    const [ax, ay] = cornerOf(a);
    const [bx, by] = cornerOf(b);
    return ay === by ? [Math.max(ax, bx), ay + UNIT - 18] : [ax + UNIT / 2, Math.max(ay, by)];
  });
}

function boxAt(ruin: BadgeRuin, [x, y]: Point): Box {
  // Large ruins are often led by two.
  const width = badgeWidth(ruin.values, ruin.fields.length > 5 ? 2 : 1);
  return { x: x - width / 2, y: y - BADGE_HEIGHT / 2, width, height: BADGE_HEIGHT };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Room of the stacks in the middle of fields. */
const STACK: Box = { x: 23, y: 26, width: 54, height: 55 };

function costOf(ruin: BadgeRuin, point: Point, taken: Box[]): number {
  const box = boxAt(ruin, point);
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));
  const [column, row] = [Math.floor(point[0] / UNIT), Math.floor(point[1] / UNIT)];
  const stacks = around.reduce((sum, [dx, dy]) => {
    const [x, y] = [(column + dx) * UNIT, (row + dy) * UNIT];
    return sum + overlap(box, { ...STACK, x: x + STACK.x, y: y + STACK.y });
  }, 0);
  const outside = box.x < 0 || box.y < 0 || box.x + box.width > 6 * UNIT || box.y + box.height > 6 * UNIT;
  const badges = taken.reduce((sum, other) => sum + overlap(grown(box), other), 0);
  return badges * 30 + stacks * 2 + (outside ? 400 : 0) + distance(ruin, point) * 0.6;
}

/** Ground that a line covers, as boxes. */
function stripsOf(ruin: BadgeRuin): Box[] {
  if (isArea(ruin.kind)) return [];
  return chains(ruin, LANE[ruin.kind as LineKind]).flatMap((points) =>
    points.slice(1).map(([x, y], i) => {
      const [fromX, fromY] = points[i] as Point;
      const [left, top] = [Math.min(x, fromX) - HALF_LINE, Math.min(y, fromY) - HALF_LINE];
      const [width, height] = [Math.abs(x - fromX) + 2 * HALF_LINE, Math.abs(y - fromY) + 2 * HALF_LINE];
      return { x: left, y: top, width, height };
    }),
  );
}

/** A badge on the line of another ruin would seem to speak of that one. */
function onOthers(ruin: BadgeRuin, point: Point, lines: Map<string, Box[]>): number {
  const box = boxAt(ruin, point);
  let cost = 0;
  for (const [name, strips] of lines) {
    if (name !== ruin.name) for (const strip of strips) cost += overlap(box, strip);
  }
  return cost * 0.9;
}

function grown(box: Box): Box {
  return { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4 };
}

/** How far a point is from the middle of a ruin. */
function distance(ruin: BadgeRuin, [x, y]: Point): number {
  const cells = ruin.fields.map(cellOf);
  const mean = (axis: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[axis] - 0.5, 0) / cells.length;
  return Math.hypot(x - mean(0) * UNIT, y - mean(1) * UNIT);
}
