/** Which puzzles were tried on this device; kept in the browser, never sent. */
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
