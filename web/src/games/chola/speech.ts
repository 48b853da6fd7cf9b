/** How sentences of the log speak of Chola's pieces, and what they leave unsaid. */
import type { Pieces } from "../../table/contract";
import Chip from "./Chip.svelte";
import { codeName } from "./names";

export const pieces: Pieces = {
  params: ["letter", "card", "tile", "treasure", "placed", "paid", "letters", "squares"],
  Chip,
  name: codeName,
};

/** What the completed Build or sculpture tells as a whole. */
export const unsaid = ["build", "colours", "place", "arrange", "sculpt", "plan", "split"].map(
  (step) => `chola.log.${step}`,
);
