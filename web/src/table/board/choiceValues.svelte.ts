/** Values of choices on a board, shown for all choices instead of only the hovered one. */
import { preferences } from "../../lib/browser/preferences.svelte";

class ChoiceValues {
  /** True if the current task mentions the values. */
  promised = $state(false);

  /** True if values are shown because the player wants them or a task mentions them. */
  get on(): boolean {
    return preferences.planning || this.promised;
  }
}

export const choiceValues = new ChoiceValues();
