/** Layout of the ruins' badges: on their own ruin, next to stacks, without overlaps. */
import { chains, isArea, LANE, type LineKind, type Shape } from "../text/geometry";
import { cellOf, cornerOf, LINES, type Point, UNIT } from "../text/grid";
import type { Field, Kind } from "../wire";

interface Badge {
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
/** Width of the part of a badge that shows the kind, as a picture or letter. */
export const BADGE_KIND = 22;
/** Width of the leader signs by their number: three overlap slightly, four form a square. */
const SIGNS = [0, 24, 43, 43, 34] as const;
const MAX_LEADERS = SIGNS.length - 1;

interface SignPlace {
  x: number;
  y: number;
  r: number;
}

/** Return the width of a badge with kind, value and the leaders' signs. */
export function badgeWidth(values: readonly number[], leaders = 0): number {
  return BADGE_KIND + 8 + 11 * values.join("/").length + (SIGNS[leaders] ?? 0);
}

/** Return the positions of the leader signs, relative to the end of the value and the vertical centre. */
export function signsOf(leaders: number): SignPlace[] {
  if (leaders === MAX_LEADERS) {
    return [0, 1, 2, 3].map((i) => ({ x: 8 + 14 * (i % 2), y: i < 2 ? -6.5 : 6.5, r: 5.8 }));
  }
  const [step, r] = leaders < 3 ? [19, 10] : [14, 8];
  return Array.from({ length: leaders }, (_, i) => ({ x: r - 1 + i * step, y: 0, r }));
}

/** Return the maximum width of a ruin's badge: except for buildings, every field has one top piece. */
export function widestBadge(ruin: BadgeRuin): number {
  const most = ruin.kind === "building" ? MAX_LEADERS : Math.min(MAX_LEADERS, ruin.fields.length);
  return Math.max(...SIGNS.slice(0, most + 1).map((_, leaders) => badgeWidth(ruin.values, leaders)));
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Place {
  point: Point;
  box: Box;
  cost: number;
}

/** Half the width of a line. */
const HALF_LINE = 11;
/** Candidate offsets within a field. */
const ACROSS = Array.from({ length: 15 }, (_, i) => 7 * i);
const DOWN = Array.from({ length: 25 }, (_, i) => 4 * i + 3);
/** Number of candidate positions per ruin, best first. */
const MAX_CANDIDATES = 400;
/** Maximum overhang of a badge beyond the edge of the dig. */
const RIM = 7;
/** Minimum distance between badges. */
const APART = 3;
/** Box covered by a stack of up to three discs and the number next to it. */
const STACK: Box = { x: 22, y: 28, width: 56, height: 59 };
const HEIGHT_NUMBER: Box = { x: 68, y: 8, width: 24, height: 36 };
const COST = { badge: 400, stack: 1.6, number: 1.5, otherLine: 0.7, apart: 5, away: 0.06, outside: 400 };

/** Return the centre of each ruin's badge in drawing units, with space for all possible leaders. */
export function placeBadges(ruins: readonly BadgeRuin[]): Badge[] {
  const lines = new Map(ruins.map((ruin) => [ruin.name, stripsOf(ruin)]));
  const choices = new Map(ruins.map((ruin) => [ruin.name, placesOf(ruin, lines)]));
  const chosen = new Map<string, Place>();
  const order = [...ruins].sort(
    (a, b) => a.fields.length - b.fields.length || b.values.length - a.values.length,
  );
  // The first pass places each badge next to the earlier ones; later passes improve the positions.
  for (let moved = true, round = 0; moved && round < 12; round += 1) {
    moved = false;
    for (const { name } of order) {
      const best = bestPlace(choices.get(name) ?? [], name, chosen);
      moved ||= best !== chosen.get(name);
      chosen.set(name, best);
    }
  }
  return ruins.map(({ name }) => {
    const [x, y] = chosen.get(name)?.point ?? [0, 0];
    return { name, x, y };
  });
}

function bestPlace(places: readonly Place[], name: string, chosen: ReadonlyMap<string, Place>): Place {
  const others = [...chosen].filter(([other]) => other !== name).map(([, place]) => grown(place.box));
  let best: Place | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    if (place.cost >= least) break;
    const cost = place.cost + COST.badge * others.reduce((sum, other) => sum + overlap(place.box, other), 0);
    if (cost < least) [best, least] = [place, cost];
  }
  if (!best) throw new Error(`no place for the badge of ${name}`);
  return best;
}

/** Return candidate positions for a ruin's badge, best first, ignoring other badges. */
function placesOf(ruin: BadgeRuin, lines: ReadonlyMap<string, Box[]>): Place[] {
  const width = widestBadge(ruin);
  const centre = middleOf(ruin.fields);
  const own = lines.get(ruin.name) ?? [];
  const others = [...lines].flatMap(([name, strips]) => (name === ruin.name ? [] : strips));
  const reach = width / 2 + UNIT / 10;
  const places = ruin.fields.flatMap((field) => {
    const [x, y] = cornerOf(field);
    const around = { x: x - reach, y: y - reach, width: UNIT + 2 * reach, height: UNIT + 2 * reach };
    const near = others.filter((strip) => overlap(around, strip) > 0);
    return ACROSS.flatMap((dx) =>
      DOWN.map((dy): Place => {
        const point: Point = [x + dx, y + dy];
        const box = boxAround(point, width);
        return { point, box, cost: costOf(box, point, centre, own, near) };
      }),
    );
  });
  return places.sort((a, b) => a.cost - b.cost).slice(0, MAX_CANDIDATES);
}

function costOf(box: Box, point: Point, centre: Point, own: readonly Box[], others: readonly Box[]): number {
  const covered = (strips: readonly Box[]): number =>
    strips.reduce((sum, strip) => sum + overlap(box, strip), 0);
  const away = Math.hypot(point[0] - centre[0], point[1] - centre[1]);
  const apart = own.length > 0 ? Math.min(...own.map((strip) => gap(box, strip))) : 0;
  return (
    COST.stack * onStacks(box, STACK) +
    COST.number * onStacks(box, HEIGHT_NUMBER) +
    COST.otherLine * covered(others) +
    COST.apart * apart +
    COST.away * away +
    COST.outside * (beyond(box.x, box.width) + beyond(box.y, box.height))
  );
}

/** Return the length by which an interval extends beyond the dig. */
function beyond(start: number, size: number): number {
  return Math.max(0, -RIM - start, start + size - RIM - LINES * UNIT);
}

function boxAround([x, y]: Point, width: number): Box {
  return { x: x - width / 2, y: y - BADGE_HEIGHT / 2, width, height: BADGE_HEIGHT };
}

/** Return the share of a surrounding area (the stacks, or the space next to them) that a box covers. */
function onStacks(box: Box, part: Box): number {
  const [column, row] = [Math.floor(box.x / UNIT), Math.floor(box.y / UNIT)];
  let sum = 0;
  for (let dx = 0; dx < 3; dx += 1) {
    for (let dy = 0; dy < 2; dy += 1) {
      sum += overlap(box, { ...part, x: (column + dx) * UNIT + part.x, y: (row + dy) * UNIT + part.y });
    }
  }
  return sum;
}

/** Return the boxes that a line covers. */
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

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Return the distance between two boxes; 0 if they overlap. */
function gap(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, 0);
  const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height, 0);
  return Math.hypot(across, down);
}

function grown(box: Box): Box {
  return {
    x: box.x - APART,
    y: box.y - APART,
    width: box.width + 2 * APART,
    height: box.height + 2 * APART,
  };
}

/** Return the middle of a ruin. */
function middleOf(fields: readonly Field[]): Point {
  const cells = fields.map(cellOf);
  const mean = (axis: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[axis] - 0.5, 0) / cells.length;
  return [mean(0) * UNIT, mean(1) * UNIT];
}
