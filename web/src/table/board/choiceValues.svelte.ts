/** Show values on all choices of a board, not only on the hovered one. */
import { preferences } from "../../lib/browser/preferences.svelte";

class ChoiceValues {
  /** The current task refers to the values. */
  promised = $state(false);

  /** True if values are shown: the player asked for them, or a task refers to them. */
  get on(): boolean {
    return preferences.planning || this.promised;
  }
}

export const choiceValues = new ChoiceValues();
