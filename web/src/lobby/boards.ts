import { device } from "../lib/browser/preferences.svelte";

/** Pictures of boards in mid-game, taken from the real ones by `tools/docs/pictures.py`. */
const pictures = import.meta.glob<string>("../games/*/art/board*.jpg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** URL of a game's board picture in the current theme; null if there is none. */
export function boardPicture(game: string): string | null {
  const byDay = pictures[`../games/${game}/art/board.jpg`] ?? null;
  return (device.dark ? pictures[`../games/${game}/art/board-dark.jpg`] : null) ?? byDay;
}
