/** The count at the end as it is told. */
import { Steps } from "../hint/steps.svelte";
import type { TallyStep } from "./tally";

export class Telling extends Steps<TallyStep> {
  /** Rows that are not counted yet. */
  get toCome(): ReadonlySet<string> {
    return new Set(this.steps.slice(this.at + 1).map((step) => step.row));
  }
}
