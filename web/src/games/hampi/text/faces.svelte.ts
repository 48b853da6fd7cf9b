/** The faces of the tiles of the game that is shown, for pictures and words outside the board, such as those of the log. */
import type { Face } from "../wire";

export const shown: { faces: Readonly<Record<string, Face>> } = $state({ faces: {} });
