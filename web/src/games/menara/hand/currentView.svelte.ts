/** The temple on screen, for texts outside the board that distinguish bases of the same colour. */
import type { View } from "../wire";

class CurrentView {
  view = $state.raw<View | null>(null);
}

export const currentView = new CurrentView();
