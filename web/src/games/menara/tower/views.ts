/** From where the temple is looked at. */

export type Look = "front" | "side" | "top" | "peel" | "whole";

/** Turn about the temple and height over the table of each view, in degrees. */
const VIEWS: Readonly<Record<Look, readonly [turn: number, rise: number]>> = {
  front: [0, 12],
  side: [90, 12],
  top: [0, 89],
  peel: [24, 48],
  whole: [26, 22],
};

/** Rise of the view of the whole temple while only floors lie on the table: seen from lower, most of the picture is table. */
const FLAT_RISE = 48;
/** Height by width of a temple that is seen from as low as can be. */
const TALL = 0.7;
/** By so much further away may a higher view be. */
const FURTHER = 1.04;

/**
 * Turn and rise of a view of a temple of this height and radius. `distanceAt` tells from how far away a view at some turn
 * and rise holds all of it: of the whole temple the view is as high as it can be without getting further away.
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
