import type { PuzzleName } from "../lib/server/api";

/** Which puzzles and tasks of lessons were tried on this device; kept in the browser, never sent. */
export interface Tried {
  solved: boolean;
  tries: number;
}

const KEY = "mandapa.puzzles";

function stored(): Record<string, Tried> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Tried>;
  } catch {
    return {};
  }
}

let kept = $state.raw(stored());

/** How a puzzle went; undefined: it was not tried yet. */
export function triedOf(game: string, id: string): Tried | undefined {
  return kept[`${game}/${id}`];
}

/** How many of them are solved. */
export function solvedOf(some: readonly PuzzleName[]): number {
  return some.filter(({ game, id }) => triedOf(game, id)?.solved).length;
}

/** The place of the first that is not solved; the first of all where none is left. */
export function firstOpen(some: readonly PuzzleName[]): number {
  return Math.max(
    0,
    some.findIndex(({ game, id }) => !triedOf(game, id)?.solved),
  );
}

/** Keeps how a puzzle went: what was solved once stays solved. */
export function keep(game: string, id: string, now: Tried): void {
  if (triedOf(game, id)?.solved) return;
  kept = { ...kept, [`${game}/${id}`]: now };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is refused: it lasts until the page is closed.
  }
}
