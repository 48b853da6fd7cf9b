import type { PuzzleName } from "../lib/server/api";

/** Results of puzzles and lesson tasks on this device; stored in the browser, never sent. */
interface Tried {
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

/** Result of a puzzle; undefined: not tried yet. */
export function triedOf(game: string, id: string): Tried | undefined {
  return kept[`${game}/${id}`];
}

/** Number of solved puzzles among the given ones. */
export function solvedOf(some: readonly PuzzleName[]): number {
  return some.filter(({ game, id }) => triedOf(game, id)?.solved).length;
}

/** Index of the first unsolved one; 0 if all are solved. */
export function firstOpen(some: readonly PuzzleName[]): number {
  return Math.max(
    0,
    some.findIndex(({ game, id }) => !triedOf(game, id)?.solved),
  );
}

/** Store a puzzle's result: once solved, it stays solved. */
export function keep(game: string, id: string, now: Tried): void {
  if (triedOf(game, id)?.solved) return;
  kept = { ...kept, [`${game}/${id}`]: now };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is denied: the results last until the page is closed.
  }
}
