/** Animation of the final scoring. */
import { StepPlayer } from "../hint/stepPlayer.svelte";
import type { ScoringStep } from "./finalScoring";

export class FinalScoringPlayback extends StepPlayer<ScoringStep> {
  /** Rows that have not been counted yet. */
  get pendingRows(): ReadonlySet<string> {
    return new Set(this.steps.slice(this.at + 1).map((step) => step.row));
  }
}
