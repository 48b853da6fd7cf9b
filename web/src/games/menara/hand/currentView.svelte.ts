/** The temple on screen, for texts outside the board that name a base among several of its colour. */
import type { View } from "../wire";

class Shown {
  view = $state.raw<View | null>(null);
}

export const shown = new Shown();
