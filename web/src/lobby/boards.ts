import { device } from "../lib/browser/preferences.svelte";

/** Pictures of the boards in the middle of a game; `tools/docs/pictures.py` takes them from the real ones. */
const pictures = import.meta.glob<string>("../games/*/art/board*.jpg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Where the picture of a game's board is, by day or by night; null for a game that has none. */
export function boardPicture(game: string): string | null {
  const byDay = pictures[`../games/${game}/art/board.jpg`] ?? null;
  return (device.dark ? pictures[`../games/${game}/art/board-dark.jpg`] : null) ?? byDay;
}
