/** Layout of a platform: bounding boxes, fitting into the panel, keyboard directions. */
import type { Camera, Change } from "../../../lib/pictures/panZoom.svelte";
import { SIDES } from "../text/pieces";
import type { Cell, Side } from "../wire";

/** Length of a cell's side in drawing units. */
export const UNIT = 100;

/** Face of a tile on the ground, within its cell; the thickness of the tile is visible below it. */
export const FACE = { x: 3, y: 0, size: 93.5 } as const;

/** Thickness of a tile in drawing units. */
export const SLAB = 7;

/** Maximum number of slabs visible from the side, so that high stacks do not hide the cells behind them. */
const MAX_SLABS = 4;

export function slabsOf(stack: string[]): string[] {
  return stack.slice(-MAX_SLABS);
}

/** Height above the ground at which the top face of a stack is drawn. */
export function liftOf(height: number): number {
  return (Math.min(MAX_SLABS, Math.max(1, height)) - 1) * SLAB;
}

/** Return the position of a figure on its cell: alone (null), or first or second (0, 1) of two side by side. */
export function figureSpot(beside: number | null): { x: number; y: number; scale: number } {
  return beside === null ? { x: 14, y: 23, scale: 0.74 } : { x: beside * 46, y: 43, scale: 0.47 };
}

/** Sort from north to south, so that items in front cover taller ones behind them. */
export function southwards<Lying extends { cell: Cell }>(cells: readonly Lying[]): Lying[] {
  return cells.toSorted((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
}

export const STEP: Record<Side, Cell> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** Directions of the arrow keys. */
export const ARROWS: Record<string, Side> = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };

/** Return a cell's key for maps and sets. */
export function keyOf(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

export function sameCell(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/** Keep only cells that hold a tile; after an undo a cell can be empty. */
export function occupiedCells(platform: { cells: { cell: Cell }[] }, cells: Cell[]): Cell[] {
  return cells.filter((cell) => platform.cells.some((one) => sameCell(one.cell, cell)));
}

export function neighbour(cell: Cell, side: Side): Cell {
  return [cell[0] + STEP[side][0], cell[1] + STEP[side][1]];
}

export function neighbours(cell: Cell): Cell[] {
  return SIDES.map((side) => neighbour(cell, side));
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Return the smallest box of whole cells around all cells; never empty. */
export function boxOf(cells: Cell[]): Box {
  if (cells.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const xs = cells.map((cell) => cell[0]);
  const ys = cells.map((cell) => cell[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** Centre a box of cells in a panel as large as possible, with cells of at most `most` pixels. */
export function cameraFor(box: Box, width: number, height: number, margin: number, most: number): Camera {
  const room = Math.max(1, Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height));
  const k = Math.min(room, most) / UNIT;
  return {
    k,
    x: width / 2 - (box.x + box.width / 2) * UNIT * k,
    y: height / 2 - (box.y + box.height / 2) * UNIT * k,
  };
}

/** Visible part of the ground: zoom relative to the fit, and the point in the middle. */
export interface Look {
  factor: number;
  /** Point in the middle, in cells. */
  middle: readonly [number, number];
}

/** Side of a cell in pixels at maximum zoom. */
const MAX_CELL_SIZE = 150;

/** Return the maximum zoom of a platform relative to its fit. */
export function maxZoom(fit: Camera): number {
  return Math.max(1, MAX_CELL_SIZE / (fit.k * UNIT));
}

/** Apply a zoom and pan (in pixels, relative to the middle of the frame) to the visible part. */
export function zoomAndPan(now: Camera, fit: Camera, width: number, height: number, by: Change): Look {
  const factor = Math.min(maxZoom(fit), Math.max(1, (now.k / fit.k) * by.times));
  // Keep the point between the fingers in place.
  const scale = fit.k * factor * UNIT;
  const at = (point: number, from: number, size: number, moved: number): number =>
    (((point - from) / now.k) * fit.k * factor + size / 2 - point - moved) / scale;
  const middle = [at(by.x, now.x, width, by.dx), at(by.y, now.y, height, by.dy)] as const;
  return { factor: factor > 1.01 ? factor : 1, middle };
}

/** Return a camera closer than `fit` whose visible area never leaves the box. */
export function closer(
  fit: Camera,
  box: Box,
  width: number,
  height: number,
  margin: number,
  look: Look,
): Camera {
  const k = fit.k * Math.min(maxZoom(fit), Math.max(1, look.factor));
  const place = (size: number, from: number, cells: number, middle: number): number => {
    const length = cells * UNIT * k;
    if (length <= size - 2 * margin) return size / 2 - (from + cells / 2) * UNIT * k;
    const wanted = size / 2 - middle * UNIT * k;
    const most = margin - from * UNIT * k;
    return Math.min(most, Math.max(most - length + size - 2 * margin, wanted));
  };
  return {
    k,
    x: place(width, box.x, box.width, look.middle[0]),
    y: place(height, box.y, box.height, look.middle[1]),
  };
}

export function transformOf(camera: Camera): string {
  return `translate(${camera.x.toFixed(2)}px, ${camera.y.toFixed(2)}px) scale(${camera.k.toFixed(5)})`;
}

/** Return the side of a square centred at (0, 0) that a point is nearest to. */
export function sideTowards(dx: number, dy: number): Side {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "E" : "W";
  return dy > 0 ? "S" : "N";
}

/** Keep the tiles of the offer in their slots while others are taken; null is an empty slot. */
export function keepTraySlots(before: (string | null)[], offer: string[], places: number): (string | null)[] {
  const size = Math.max(places, offer.length);
  const left = [...offer];
  const kept = Array.from({ length: size }, (_, i) => {
    const at = left.indexOf(before[i] ?? "");
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  });
  return kept.map((code) => code ?? left.shift() ?? null);
}
