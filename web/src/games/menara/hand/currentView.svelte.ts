/** The temple on screen, for texts outside the board that name a base among several of its colour. */
import type { View } from "../wire";

class CurrentView {
  view = $state.raw<View | null>(null);
}

export const currentView = new CurrentView();
