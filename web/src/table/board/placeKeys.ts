/** Keyboard control of a board: one tab stop, arrow keys between places, Enter or space to choose one. */

type Point = readonly [x: number, y: number];

/** Direction of each arrow key; y points down. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

/** The places of a board, as needed for arrow keys. */
interface Places<P> {
  /** Places that can be chosen: arrow keys move between these; with Shift, or if there are none, between all. */
  choosable: readonly P[];
  all: readonly P[];
  /** Position of a place, with y pointing down. */
  at(place: P): Point;
  /** Cost of a unit sideways relative to a unit ahead. */
  aside?: number;
  focus(place: P): void;
  pick(place: P): void;
}

/** Handle a key pressed on a place; return false for keys that are not handled here. */
export function placeKey<P>(event: KeyboardEvent, from: P, places: Places<P>): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const among = places.choosable.length > 0 && !event.shiftKey ? places.choosable : places.all;
    const next = placeAhead(from, arrow, among, places.at, places.aside);
    if (next !== null) places.focus(next);
  } else if (event.key === "Enter" || event.key === " ") places.pick(from);
  else return false;
  event.preventDefault();
  return true;
}

/** Return the nearest place in a direction, preferring straight over diagonal; null if there is none. */
export function placeAhead<P>(
  from: P,
  [dx, dy]: Point,
  among: readonly P[],
  at: (place: P) => Point,
  aside = 2.5,
): P | null {
  const [x, y] = at(from);
  let best: P | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of among) {
    const [px, py] = at(place);
    const along = (px - x) * dx + (py - y) * dy;
    const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    const cost = along + aside * across;
    // Positions can be inexact: a place in the same row is not ahead.
    if (along > 0.01 && cost < least) {
      best = place;
      least = cost;
    }
  }
  return best;
}

/** Return the tab stop: the last focused place if it can be chosen, otherwise the first that can. */
export function tabStop<P>(
  focused: P | null,
  choosable: ReadonlySet<P>,
  first: P | undefined,
): P | undefined {
  if (focused !== null && (choosable.size === 0 || choosable.has(focused))) return focused;
  return [...choosable][0] ?? focused ?? first;
}
