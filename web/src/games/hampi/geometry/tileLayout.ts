/** Positions of objects on a tile (building, support signs, boulders, palms) that avoid overlaps. */

import { INFLUENCERS } from "../art/influencerSeals";
import type { Face, Influencer } from "../wire";
import { distanceToLine, isInside, type Line, seededRandom, seedOf } from "./curves";
import { type Shape, shapesOf } from "./ground";
import { distance, onOutline, type Point, point, R, rotatePoint } from "./hex";

export interface Sign {
  influencer: Influencer;
  value: number;
  at: Point;
}

interface TileDecoration {
  shapes: Shape[];
  building: Point | null;
  /** Return the signs of a tile rotated by that many steps of 60 degrees, upright and side by side. */
  signs(rotation: number): Sign[];
  boulders: { at: Point; size: number }[];
  palms: { at: Point; size: number }[];
  dry: { at: Point; size: number }[];
  crops: Point[];
  boats: Point[];
}

const SIGN_STEP = 41;
const CORNERS: Line = Array.from({ length: 7 }, (_, d) => onOutline(2 * d));

const kept = new Map<string, TileDecoration>();

/** Return the objects of a face; cached, because they depend on the face alone. */
export function decorateTile(face: Face): TileDecoration {
  const key = JSON.stringify(face);
  let found = kept.get(key);
  if (!found) {
    found = arrange(face);
    kept.set(key, found);
  }
  return found;
}

interface Obstacle {
  at: Point;
  far: number;
}

function grid(step: number): Point[] {
  const points: Point[] = [];
  for (let y = -R; y <= R; y += step) for (let x = -R; x <= R; x += step) points.push(point(x, y));
  return points.filter((at) => isInside(at, CORNERS));
}

const FINE = grid(8);

function arrange(face: Face): TileDecoration {
  const shapes = shapesOf(face);
  const obstacles: Obstacle[] = shapes.flatMap(({ village }) => (village ? [{ at: village, far: 30 }] : []));
  const building = face.building ? buildingAt(shapes, obstacles) : null;
  if (building) obstacles.push({ at: building, far: 32 });
  const fixed = [...obstacles];
  const placed = new Map<number, Sign[]>();
  const signs = (rotation: number): Sign[] => {
    const found = placed.get(rotation) ?? signsOf(face, shapes, fixed, rotation);
    placed.set(rotation, found);
    return found;
  };
  const next = seededRandom(seedOf(JSON.stringify(face)));
  // Keep plants and rocks away from the signs of the unrotated tile.
  const busy = [...obstacles, ...signs(0).map(({ at }) => ({ at, far: 22 }))];
  const scatter = (count: number, size: [number, number], edge: number, clear: number) =>
    scatterObjects(count, size, edge, clear, shapes, busy, next);
  const boulders = scatter(4, [7, 15], 20, 13);
  const palms = scatter(3, [8, 12], 16, 11);
  const dry = scatter(7, [2.5, 5], 7, 5);
  const crops = shapes.flatMap((shape) => (shape.part.kind === "farm" ? spread(shape, next, 16) : []));
  const boats = shapes.flatMap((shape) => (shape.part.kind === "pond" ? spread(shape, next, 5) : []));
  return { shapes, building, signs, boulders, palms, dry, crops, boats };
}

/** Distance from a point to the nearest road, shore or object; negative inside one. */
function room(at: Point, shapes: readonly Shape[], obstacles: readonly Obstacle[], roadWidth = 11): number {
  let least = Math.min(...obstacles.map((one) => distance(at, one.at) - one.far), 999);
  for (const { part, road, ring, borders } of shapes) {
    if (road) least = Math.min(least, distanceToLine(at, road) - roadWidth);
    else if (part.kind !== "land") {
      const far = Math.min(...borders.map((line) => distanceToLine(at, line)), 999);
      least = Math.min(least, isInside(at, ring) ? -far : far);
    }
  }
  return least;
}

function toEdge(at: Point): number {
  return distanceToLine(at, CORNERS);
}

function buildingAt(shapes: Shape[], obstacles: Obstacle[]): Point {
  let best = point(0, 0);
  let most = Number.NEGATIVE_INFINITY;
  for (const at of FINE) {
    const value =
      Math.min(room(at, shapes, obstacles), toEdge(at) - 8, 46) - 0.05 * Math.hypot(at.x, at.y + 22);
    if (value > most) [best, most] = [at, value];
  }
  return best;
}

/** Arrange the signs in one or two rows, as far from villages, buildings and roads as possible. */
function signsOf(face: Face, shapes: Shape[], obstacles: Obstacle[], rotation: number): Sign[] {
  const shown = INFLUENCERS.flatMap((influencer) => {
    const value = face.support[influencer];
    return value ? [{ influencer, value }] : [];
  });
  const perRow = shown.length > 3 ? Math.ceil(shown.length / 2) : shown.length;
  const rows = perRow === 0 ? 0 : Math.ceil(shown.length / perRow);
  const offsets = shown.map((_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, shown.length - row * perRow);
    return point(((i % perRow) - (inRow - 1) / 2) * SIGN_STEP, (row - (rows - 1) / 2) * 46);
  });
  let best = point(0, 0);
  let most = Number.NEGATIVE_INFINITY;
  for (const middle of FINE) {
    let worst = 99;
    let sum = 0;
    for (const offset of offsets) {
      const at = point(middle.x + offset.x, middle.y + offset.y);
      const back = rotatePoint(at, -rotation);
      const clear = signRoom(back, shapes, obstacles);
      const corners = [
        point(at.x - 19, at.y - 20),
        point(at.x + 19, at.y - 20),
        point(at.x - 20, at.y + 25),
        point(at.x + 20, at.y + 25),
      ];
      const edge = Math.min(...corners.map(toEdge)) - 2;
      const inside = corners.every((corner) => isInside(corner, CORNERS));
      const value = Math.min(clear, inside ? edge : -60, 16);
      worst = Math.min(worst, value);
      sum += value;
    }
    const value = 2 * worst + 0.5 * sum - 0.02 * Math.hypot(middle.x, middle.y);
    if (value > most) [best, most] = [middle, value];
  }
  return shown.map((sign, i) => {
    const offset = offsets[i] as Point;
    return { ...sign, at: point(best.x + offset.x, best.y + offset.y) };
  });
}

/** Rate a position for a sign: fields and water are good; objects, roads and shores are avoided. */
function signRoom(at: Point, shapes: readonly Shape[], obstacles: readonly Obstacle[]): number {
  let least = Math.min(...obstacles.map((one) => distance(at, one.at) - one.far - 14), 99);
  for (const { part, road, borders } of shapes) {
    if (road) least = Math.min(least, distanceToLine(at, road) - 24);
    else if (part.kind !== "land") {
      const far = Math.min(...borders.map((line) => distanceToLine(at, line)), 99);
      least = Math.min(least, far - 14);
    }
  }
  return least;
}

function scatterObjects(
  count: number,
  [small, large]: [number, number],
  edge: number,
  clear: number,
  shapes: Shape[],
  busy: Obstacle[],
  next: () => number,
): { at: Point; size: number }[] {
  const found: { at: Point; size: number }[] = [];
  for (let tries = 0; tries < 60 && found.length < count; tries++) {
    const at = point((next() * 2 - 1) * R, (next() * 2 - 1) * R);
    const size = small + (large - small) * next();
    if (!isInside(at, CORNERS) || toEdge(at) < edge || room(at, shapes, busy) < clear) continue;
    found.push({ at, size });
    busy.push({ at, far: size + 3 });
  }
  return found;
}

function spread(shape: Shape, next: () => number, count: number): Point[] {
  const found: Point[] = [];
  for (let tries = 0; tries < 80 && found.length < count; tries++) {
    const at = point((next() * 2 - 1) * R, (next() * 2 - 1) * R);
    const shore = Math.min(...shape.borders.map((line) => distanceToLine(at, line)), 99);
    const free = isInside(at, shape.ring) && isInside(at, CORNERS) && shore > 12 && toEdge(at) > 8;
    if (free && found.every((other) => distance(at, other) > 15)) found.push(at);
  }
  return found;
}
