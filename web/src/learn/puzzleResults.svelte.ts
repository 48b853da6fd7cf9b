import type { PuzzleName } from "../lib/server/api";

/** Results of puzzles and lesson tasks on this device; stored in the browser, never sent. */
interface PuzzleResult {
  solved: boolean;
  tries: number;
}

const KEY = "mandapa.puzzles";

function stored(): Record<string, PuzzleResult> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, PuzzleResult>;
  } catch {
    return {};
  }
}

let results = $state.raw(stored());

/** Return the result of a puzzle, or undefined if it was not tried yet. */
export function resultOf(game: string, id: string): PuzzleResult | undefined {
  return results[`${game}/${id}`];
}

/** Return the number of solved puzzles among the given ones. */
export function countSolved(some: readonly PuzzleName[]): number {
  return some.filter(({ game, id }) => resultOf(game, id)?.solved).length;
}

/** Return the index of the first unsolved puzzle, or 0 if all are solved. */
export function firstOpen(some: readonly PuzzleName[]): number {
  return Math.max(
    0,
    some.findIndex(({ game, id }) => !resultOf(game, id)?.solved),
  );
}

/** Store a puzzle's result: once solved, it stays solved. */
export function saveResult(game: string, id: string, now: PuzzleResult): void {
  if (resultOf(game, id)?.solved) return;
  results = { ...results, [`${game}/${id}`]: now };
  try {
    localStorage.setItem(KEY, JSON.stringify(results));
  } catch {
    // Storage is not available: results last until the page is closed.
  }
}
