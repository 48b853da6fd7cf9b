/** Spoken forms of pieces in log lines, and the log keys to omit. */
import type { Pieces } from "../../../table/contract";
import Chip from "../art/Chip.svelte";
import { spotOf } from "../board/geometry";
import type { Square } from "../wire";
import { logWords } from "./logParams";
import { codeName } from "./names";

export const pieces: Pieces = {
  params: ["letter", "card", "tile", "placed", "letters", "squares"],
  Chip,
  name: codeName,
  cells: ({ squares, cells }) =>
    Array.isArray(squares) ? squares.map(cellOf) : Array.isArray(cells) ? cells : [],
  words: logWords,
};

function cellOf(square: Square): [number, number] {
  const [column, row] = spotOf(square);
  return [column, row];
}

/** Keys that the line of the completed Build or sculpture already covers. */
export const unlistedKeys = ["build", "colours", "place", "arrange", "sculpt", "plan", "split"].map(
  (step) => `chola.log.${step}`,
);
