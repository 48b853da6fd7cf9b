/** Preset viewpoints of the temple. */

export type Look = "front" | "side" | "top" | "peel" | "whole";

/** Azimuth and elevation of each view, in degrees. */
const VIEWS: Readonly<Record<Look, readonly [turn: number, rise: number]>> = {
  front: [0, 12],
  side: [90, 12],
  top: [0, 89],
  peel: [24, 48],
  whole: [26, 22],
};

/** Elevation of the overall view while only floors lie on the table: a lower one would show mostly table. */
const FLAT_RISE = 48;
/** Height-to-width ratio of the temple from which the view is lowest. */
const TALL = 0.7;
/** Maximum factor by which a higher view can be further away. */
const FURTHER = 1.04;

/**
 * Return azimuth and elevation of a view of a temple of this height and radius. The overall view is as high as possible
 * without moving away. `distanceAt` returns the distance from which the whole temple is visible at some azimuth and
 * elevation.
 */
export function anglesOf(
  look: Look,
  height: number,
  radius: number,
  distanceAt: (turn: number, rise: number) => number,
): readonly [turn: number, rise: number] {
  const [turn, low] = VIEWS[look];
  if (look !== "whole") return [turn, low];
  const grown = Math.min(1, height / (2 * radius) / TALL);
  const high = FLAT_RISE + (low - FLAT_RISE) * grown;
  const furthest = FURTHER * distanceAt(turn, low);
  const rises = Array.from({ length: 14 }, (_, i) => high + ((low - high) * i) / 13);
  return [turn, rises.find((rise) => distanceAt(turn, rise) <= furthest) ?? low];
}
