/** Numbers on all choices of a board, not only on the one that is pointed at. */
import { preferences } from "../../lib/browser/preferences.svelte";

class Planning {
  /** A task speaks of the numbers. */
  promised = $state(false);

  /** They are shown: the person wants them, or a task speaks of them. */
  get on(): boolean {
    return preferences.planning || this.promised;
  }
}

export const planning = new Planning();
