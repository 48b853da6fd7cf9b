/** Animation of the final scoring. */
import { Steps } from "../hint/stepPlayer.svelte";
import type { TallyStep } from "./finalScoring";

export class Telling extends Steps<TallyStep> {
  /** Rows not counted yet. */
  get toCome(): ReadonlySet<string> {
    return new Set(this.steps.slice(this.at + 1).map((step) => step.row));
  }
}
