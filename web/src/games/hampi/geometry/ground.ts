/**
 * Shapes of a tile's parts, computed from its data. Roads cross the middle of an edge at right angles. Farms and ponds
 * take whole edges and leave a corner towards the centre of the tile. Both sides of matching edges therefore agree.
 */

import type { Face, Part } from "../wire";
import { curve, distanceToLine, isInside, type Line, seededRandom, seedOf, smoothPath } from "./curves";
import { edgeMiddle, onOutline, type Point, point, pointText } from "./hex";

/** A part of an unrotated face. */
export interface Shape {
  part: Part;
  /** Roads: centre line, from one edge to the other edge or to the village. */
  road: Line | null;
  /** Areas: boundary lines within the tile. */
  borders: Line[];
  /** Areas: outline for fills. */
  outline: string;
  /** The outline as a list of points. */
  ring: Line;
  /** Position of its village. */
  village: Point | null;
  /** A free position on the part, for markers. */
  spot: Point;
}

/** Group the edges of an area into runs of neighbours: first edge and length, clockwise. */
export function blocksOf(edges: readonly number[]): { first: number; length: number }[] {
  const has = (edge: number): boolean => edges.includes(((edge % 6) + 6) % 6);
  if (edges.length === 6) return [{ first: 0, length: 6 }];
  return edges
    .filter((edge) => !has(edge - 1))
    .map((first) => {
      let length = 1;
      while (has(first + length)) length++;
      return { first, length };
    });
}

/** Distance that the ends of a border reach towards the centre, by the number of edges it spans. */
const REACH = [0, 0.74, 0.56, 0.5, 0.42, 0.5, 0.5];

/** Return the border of an area between two corners; `span` is the number of edges it cuts off. */
function border(from: number, to: number, span: number, next: () => number): Line {
  const [a, d] = [onOutline(from), onOutline(to)];
  const reach = REACH[span] ?? 0.5;
  const towards = (at: Point): Point => point(at.x * (1 - reach), at.y * (1 - reach));
  return curve(a, towards(a), towards(d), d, 4.5, next);
}

function roadLine(edges: readonly number[], village: Point | null, next: () => number): Line {
  const [a, b] = [edgeMiddle(edges[0] as number), village ?? edgeMiddle(edges[1] as number)];
  const inwards = (at: Point, by: number): Point => point(at.x * (1 - by), at.y * (1 - by));
  if (village) return curve(a, inwards(a, 0.3), point((a.x + b.x) / 2, (a.y + b.y) / 2), b, 3, next);
  const between = Math.abs((edges[0] as number) - (edges[1] as number));
  const apart = Math.min(6 - between, between);
  const reach = apart === 1 ? 0.5 : apart === 2 ? 0.62 : 0.5;
  return curve(a, inwards(a, reach), inwards(b, reach), b, apart === 3 ? 9 : apart === 2 ? 5 : 2, next);
}

/** Distance of a village from the middle of its edge, by the number of villages. */
function villageAt(face: Face, edge: number): Point {
  const middle = edgeMiddle(edge);
  const villages = face.parts.filter((part) => part.village).length;
  const crowd = face.edges.replaceAll("L", "").length;
  const by = villages > 1 ? 0.54 : crowd > 3 ? 0.5 : crowd > 1 ? 0.64 : 0.8;
  return point(middle.x * (1 - by), middle.y * (1 - by));
}

/** Return the shapes of all parts, in the order of the parts. */
export function shapesOf(face: Face): Shape[] {
  const next = seededRandom(seedOf(face.edges + JSON.stringify(face.support)));
  const drawn = face.parts.map((part): Shape => {
    if (part.kind === "road") return roadShape(face, part, next);
    return part.kind === "land" ? empty(part) : areaShape(part, next);
  });
  for (const shape of drawn) if (shape.part.kind === "land") fillLand(shape, drawn);
  return drawn;
}

function empty(part: Part): Shape {
  return { part, road: null, borders: [], outline: "", ring: [], village: null, spot: point(0, 0) };
}

function roadShape(face: Face, part: Part, next: () => number): Shape {
  const village = part.village ? villageAt(face, part.edges[0] as number) : null;
  const road = roadLine(part.edges, village, next);
  return { ...empty(part), road, village, spot: village ?? (road[5] as Point) };
}

function areaShape(part: Part, next: () => number): Shape {
  const blocks = blocksOf(part.edges);
  const shape = empty(part);
  if (part.edges.length === 6) {
    const corners = Array.from({ length: 6 }, (_, d) => onOutline(2 * d));
    return { ...shape, outline: `M${corners.map((one) => pointText(one)).join("L")}Z`, ring: corners };
  }
  const first = onOutline(2 * (blocks[0]?.first ?? 0));
  let outline = `M${pointText(first)}`;
  const ring: Line = [first];
  blocks.forEach((block, i) => {
    for (let edge = 1; edge <= block.length; edge++) {
      const corner = onOutline(2 * (block.first + edge));
      outline += `L${pointText(corner)}`;
      ring.push(corner);
    }
    const after = blocks[(i + 1) % blocks.length] as { first: number; length: number };
    const line = border(
      2 * (block.first + block.length),
      2 * after.first,
      blocks.length > 1 ? 2 : block.length,
      next,
    );
    shape.borders.push(line);
    outline += smoothPath(line);
    ring.push(...line.slice(1));
  });
  const middle = part.edges.map(edgeMiddle);
  const mean = point(average(middle.map((at) => at.x)), average(middle.map((at) => at.y)));
  const by = blocks.length > 1 ? 0.2 : part.edges.length === 1 ? 0.76 : 0.86;
  return { ...shape, outline: `${outline}Z`, ring, spot: point(mean.x * by, mean.y * by) };
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Trace a land area along its half edges, and along the road or border that begins where one ends. */
function fillLand(shape: Shape, all: Shape[]): void {
  const { halves } = shape.part;
  if (halves.length === 0) return;
  if (halves.length === 12) {
    shape.ring = Array.from({ length: 6 }, (_, d) => onOutline(2 * d));
    shape.outline = `M${shape.ring.map((one) => pointText(one)).join("L")}Z`;
    return;
  }
  const start = halves.find((half) => !halves.includes((half + 11) % 12)) ?? (halves[0] as number);
  const ring: Line = [onOutline(start)];
  let outline = `M${pointText(ring[0] as Point)}`;
  let at = start;
  let arrived = true;
  for (let steps = 0; steps < 30; steps++) {
    // A road continues to an edge; at a corner the next border may begin immediately.
    const leap: Leap | null = arrived && at % 2 === 1 ? null : leapFrom(at, all);
    arrived = leap !== null;
    if (leap) {
      outline += smoothPath(leap.line);
      ring.push(...leap.line.slice(1));
      shape.borders.push(leap.line);
      at = leap.to;
    } else {
      at = (at + 1) % 12;
      const place = onOutline(at);
      outline += `L${pointText(place)}`;
      ring.push(place);
    }
    if (at === start) break;
  }
  shape.outline = `${outline}Z`;
  shape.ring = ring;
  shape.spot = roomiest(ring);
}

/** Return the point inside a ring that is farthest from it. */
function roomiest(ring: Line): Point {
  let best = ring[0] as Point;
  let most = Number.NEGATIVE_INFINITY;
  for (let y = -96; y <= 96; y += 8)
    for (let x = -84; x <= 84; x += 8) {
      const at = point(x, y);
      const far = isInside(at, ring)
        ? distanceToLine(at, ring) - 0.02 * Math.hypot(x, y)
        : Number.NEGATIVE_INFINITY;
      if (far > most) [best, most] = [at, far];
    }
  return best;
}

interface Leap {
  to: number;
  line: Line;
}

/** Return the end of the road or area border that begins at a place of the outline. */
function leapFrom(at: number, all: Shape[]): Leap | null {
  const edge = Math.floor(at / 2);
  for (const { part, road, borders } of all) {
    if (
      at % 2 === 1 &&
      part.kind === "road" &&
      part.edges.length === 2 &&
      part.edges.includes(edge) &&
      road
    ) {
      const back = part.edges[0] !== edge;
      const other = part.edges[back ? 0 : 1] as number;
      return { to: 2 * other + 1, line: back ? road.toReversed() : road };
    }
    if (at % 2 === 0 && (part.kind === "farm" || part.kind === "pond")) {
      const blocks = blocksOf(part.edges);
      const i = blocks.findIndex((block) => block.first === edge);
      const before = blocks[(i + blocks.length - 1) % blocks.length];
      const line = borders[(i + blocks.length - 1) % blocks.length];
      if (i >= 0 && before && line)
        return { to: (2 * (before.first + before.length)) % 12, line: line.toReversed() };
    }
  }
  return null;
}
