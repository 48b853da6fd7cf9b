/** Tile faces of the current game, for pictures and words outside the board, such as those of the log. */
import type { Face } from "../wire";

export const shownTileFaces: { faces: Readonly<Record<string, Face>> } = $state({ faces: {} });
