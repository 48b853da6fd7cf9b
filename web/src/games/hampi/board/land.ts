/** Landscape of a view: stable face objects, zones by part, and shapes of zones. */

import { distanceToLine, isInside } from "../geometry/curves";
import { distance, keyOf, middleOf, type Point, point, rotatePoint, sameCell } from "../geometry/hex";
import { decorateTile } from "../geometry/tileLayout";
import { type DrawnFace, type DrawnPart, drawnFace } from "../geometry/tilePaths";
import type { Cell, Face, LaidTile, Marker, View, Zone } from "../wire";

const known = new Map<string, Face>();

/** Return the same object for equal faces, so that unchanged tiles are not rendered again. */
export function sameFaceObject(face: Face): Face {
  const key = JSON.stringify(face);
  const found = known.get(key) ?? face;
  known.set(key, found);
  return found;
}

export function faceOf(view: View, tile: string): Face | null {
  const face = view.faces[tile];
  return face ? sameFaceObject(face) : null;
}

export function artOf(view: View, tile: LaidTile): DrawnFace | null {
  const face = faceOf(view, tile.tile);
  return face && drawnFace(face, tile.rotation);
}

/** A part of a zone with its position. */
export interface Piece {
  at: Point;
  part: DrawnPart;
}

/** Return the parts of a zone; `laid` can include one tile that is not in the view yet. */
export function piecesOf(zone: Pick<Zone, "parts">, view: View, laid: readonly LaidTile[]): Piece[] {
  return zone.parts.flatMap(([number, index]) => {
    const tile = laid[number];
    const part = tile && artOf(view, tile)?.parts[index];
    return tile && part ? [{ at: middleOf(tile.cell), part }] : [];
  });
}

/** A part of a tile by number, its building, or none. */
export type Part = number | "building" | null;

/** Return the part at a point relative to the centre of a cell: building, road or village first, then areas. */
export function partAt(view: View, cell: Cell, at: Point): Part {
  const tile = view.tiles.find((one) => sameCell(one.cell, cell));
  const face = tile && faceOf(view, tile.tile);
  if (!tile || !face) return null;
  const own = rotatePoint(at, -tile.rotation);
  const { shapes, building } = decorateTile(face);
  if (building && face.building !== "mine" && distance(own, building) < 30) return "building";
  const road = shapes.findIndex(
    (shape) =>
      (shape.village && distance(own, shape.village) < 28) ||
      (shape.road && distanceToLine(own, shape.road) < 14),
  );
  if (road >= 0) return road;
  const area = shapes.findIndex((shape) => shape.part.kind !== "road" && isInside(own, shape.ring));
  return area >= 0 ? area : null;
}

export function isBuilding(zone: Pick<Zone, "kind">): boolean {
  return zone.kind === "temple" || zone.kind === "market";
}

/** Return the zone of a part of a tile, or of its building. */
export function zoneAt(view: View, number: number, part: Part): Zone | null {
  if (part === "building") {
    const cell = view.tiles[number]?.cell;
    return view.zones.find((zone) => isBuilding(zone) && sameCell(zone.cells[0], cell)) ?? null;
  }
  return (
    view.zones.find((zone) => zone.parts.some(([tile, index]) => tile === number && index === part)) ?? null
  );
}

/** Return all zones of a tile, its building last. */
export function zonesOf(view: View, number: number): Zone[] {
  const parts = view.zones.filter((zone) => zone.parts.some(([tile]) => tile === number));
  const building = zoneAt(view, number, "building");
  return building ? [...parts, building] : parts;
}

/** Return the positions of all markers; markers on the same part are side by side. */
export function stands(view: View): { marker: Marker; at: Point }[] {
  const counts = new Map<string, number>();
  const order = view.markers.map((marker) => {
    const key = `${keyOf(marker.cell)}:${marker.part}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return { marker, key, index };
  });
  return order.map(({ marker, key, index }) => {
    const many = counts.get(key) ?? 1;
    const base = standOf(view, marker);
    return { marker, at: point(base.x + (index - (many - 1) / 2) * Math.min(26, 90 / many), base.y) };
  });
}

/** Offsets of markers from the centre of their part. */
const ASIDE = [point(0, 0), point(0, -26), point(0, 26), point(-26, 0), point(26, 0)];

/** Return the position of a marker where it hides no support sign. */
function standOf(view: View, marker: Marker): Point {
  const tile = view.tiles.find((one) => sameCell(one.cell, marker.cell));
  const middle = middleOf(marker.cell);
  const art = tile && artOf(view, tile);
  const spot = marker.part === null ? art?.building : art?.parts[marker.part]?.spot;
  if (!art || !spot) return middle;
  const low = marker.part === null || art.parts[marker.part]?.village ? 16 : 0;
  const free = (at: Point): number =>
    Math.min(40, ...art.signs.map((sign) => distance(at, point(sign.at.x, sign.at.y + 4))));
  const places = ASIDE.map((step) => point(spot.x + step.x, spot.y + low + step.y));
  const most = Math.max(...places.map(free));
  const best = places.find((place) => free(place) > most - 1) as Point;
  return point(middle.x + best.x, middle.y + best.y);
}

export function tileAt(view: View, cell: Cell): number {
  return view.tiles.findIndex((tile) => sameCell(tile.cell, cell));
}
