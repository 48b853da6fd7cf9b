/** Tile faces of the current game, for pictures and texts outside the board, such as the log. */
import type { Face } from "../wire";

export const shownTileFaces: { faces: Readonly<Record<string, Face>> } = $state({ faces: {} });
