/** Camera of the landscape: scale and position in the frame. */
import type { Camera, Change } from "../../../lib/pictures/panZoom.svelte";
import { type Box, type Point, WIDE } from "./hex";

/** Pixels per unit at maximum zoom. */
const MAX_SCALE = 1.5;
/** Limits of the scale while there are few tiles: pixels per unit, and a quarter of the frame per tile. */
const MAX_FIT = 0.86;
const OF_ROOM = 1 / 4;

/** Below this scale, show only zones and owners; above it, also influencers and numbers. */
export const FAR = 0.5;

export function fitCamera(box: Box, width: number, height: number, margin: number): Camera {
  const room = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height);
  const largest = Math.min(MAX_SCALE, Math.max(MAX_FIT, (Math.min(width, height) * OF_ROOM) / WIDE));
  const k = Math.max(0.05, Math.min(room, largest));
  return { k, x: width / 2 - (box.x + box.width / 2) * k, y: height / 2 - (box.y + box.height / 2) * k };
}

/** Apply a pan or zoom around the pointer. */
export function changeCamera({ k, x, y }: Camera, fit: Camera, by: Change): Camera {
  const least = Math.min(fit.k, 0.3);
  const to = by.times === 1 ? k : Math.min(MAX_SCALE, Math.max(least, k * by.times));
  return { k: to, x: by.x + by.dx - ((by.x - x) / k) * to, y: by.y + by.dy - ((by.y - y) / k) * to };
}

export interface Size {
  width: number;
  height: number;
}

/** Return the bottom centre of a note above a tile, kept inside the frame. */
export function notePosition({ x, y }: Point, note: Size, frame: Size): Point {
  const half = note.width / 2 + 8;
  return { x: Math.max(half, Math.min(frame.width - half, x)), y: Math.max(note.height + 8, y - 8) };
}

/** Return the top centre of the tools of a tile, kept inside the frame: below the tile or, without space, above it. */
export function toolsPosition(above: Point, below: Point, frame: Size): Point {
  const y = below.y + 56 < frame.height ? below.y : above.y - 52;
  return { x: Math.max(82, Math.min(frame.width - 82, below.x)), y: Math.max(4, y) };
}
