/** Drawing data of a face in one of six rotations, cached. */

import type { Face, PartKind } from "../wire";
import { type Line, smoothPath } from "./curves";
import { type Point, point, pointText, polar, R, rotatePoint } from "./hex";
import { decorateTile, type Sign } from "./tileLayout";

export interface DrawnPart {
  kind: PartKind;
  village: boolean;
  /** Fill of an area; "" for a road. */
  fill: string;
  /** Lines within the tile: the centre of a road, or the borders of an area. */
  lines: string;
  spot: Point;
}

export interface DrawnFace {
  parts: DrawnPart[];
  /** Combined paths of all parts of a kind. */
  fills: Record<PartKind, string>;
  lines: Record<PartKind, string>;
  villages: Point[];
  building: Point | null;
  boulders: { at: Point; size: number }[];
  palms: { at: Point; size: number }[];
  tufts: string;
  crops: string;
  signs: Sign[];
}

const kept = new WeakMap<Face, Map<number, DrawnFace>>();

export function drawnFace(face: Face, rotation: number): DrawnFace {
  const turns = kept.get(face) ?? new Map<number, DrawnFace>();
  kept.set(face, turns);
  const found = turns.get(rotation) ?? draw(face, rotation);
  turns.set(rotation, found);
  return found;
}

/** Rotate a path; paths are pairs of absolute coordinates, so rotating each pair is enough. */
function turnPath(path: string, rotation: number): string {
  if (rotation === 0) return path;
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) =>
    pointText(rotatePoint(point(Number(x), Number(y)), rotation)),
  );
}

function lineOf(line: Line): string {
  return line[0] ? `M${pointText(line[0])}${smoothPath(line)}` : "";
}

/** Extend a road slightly beyond the edge, to avoid a gap to the neighbouring road. */
function beyond(line: Line): Line {
  const over = (at: Point): Point[] => (Math.hypot(at.x, at.y) > 80 ? [point(at.x * 1.01, at.y * 1.01)] : []);
  return [...over(line[0] as Point), ...line, ...over(line.at(-1) as Point)];
}

function draw(face: Face, rotation: number): DrawnFace {
  const things = decorateTile(face);
  const at = (place: Point): Point => rotatePoint(place, rotation);
  const parts = things.shapes.map((shape): DrawnPart => {
    const lines = shape.road ? [beyond(shape.road)] : shape.borders;
    return {
      kind: shape.part.kind,
      village: shape.part.village,
      fill: turnPath(shape.outline, rotation),
      lines: turnPath(lines.map(lineOf).join(""), rotation),
      spot: at(shape.spot),
    };
  });
  const all = (pick: (part: DrawnPart) => string): Record<PartKind, string> => {
    const of = (kind: PartKind) =>
      parts
        .filter((part) => part.kind === kind)
        .map(pick)
        .join("");
    return { land: of("land"), road: of("road"), farm: of("farm"), pond: of("pond") };
  };
  const place = (list: { at: Point; size: number }[]) =>
    list.map((one) => ({ ...one, at: at(one.at) })).sort((a, b) => a.at.y - b.at.y);
  const signs = things.signs(rotation);
  const clear = (far: number) => (one: { at: Point }) =>
    signs.every((sign) => Math.hypot(sign.at.x - one.at.x, sign.at.y - one.at.y) > far);
  return {
    parts,
    fills: all((part) => part.fill),
    lines: all((part) => part.lines),
    villages: things.shapes
      .flatMap(({ village }) => (village ? [at(village)] : []))
      .sort((a, b) => a.y - b.y),
    building: things.building && at(things.building),
    boulders: place(things.boulders).filter(clear(32)),
    palms: place(things.palms).filter(clear(30)),
    tufts: place(things.dry)
      .map(({ at: { x, y }, size }) => tuft(x, y, size))
      .join(""),
    crops: things.crops
      .map(at)
      .map(({ x, y }) => sheaf(x, y))
      .join(""),
    signs,
  };
}

function tuft(x: number, y: number, size: number): string {
  const to = (dx: number, dy: number) => pointText(point(x + dx * size, y + dy * size));
  return `M${to(0, 0)}L${to(-0.8, -1)}M${to(0, 0)}L${to(0, -1.3)}M${to(0, 0)}L${to(0.8, -1)}`;
}

function sheaf(x: number, y: number): string {
  const to = (dx: number, dy: number) => pointText(point(x + dx, y + dy));
  return `M${to(0, 4)}L${to(0, -5)}M${to(0, 0)}L${to(-4, -4)}M${to(0, 0)}L${to(4, -4)}`;
}

/** Short strokes at the corners, which mark the tile's boundary without visible seams. */
export const TICKS = Array.from({ length: 6 }, (_, d) => {
  const [a, b] = [polar(60 * d - 30, R), polar(60 * d + 30, R)];
  const on = (s: number) => pointText(point(a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s));
  return `M${on(0)}L${on(0.09)}M${on(0.91)}L${on(1)}`;
}).join("");
