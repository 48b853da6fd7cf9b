/** The count at the end as it is told: one step after the other, until somebody has seen enough. */
import type { TallyStep } from "./tally";

export class Telling {
  private steps = $state.raw<readonly TallyStep[]>([]);
  private at = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The step that is told; null: all has been told. */
  get step(): TallyStep | null {
    return this.steps[this.at] ?? null;
  }

  /** Which step it is, from 1. */
  get number(): number {
    return this.at + 1;
  }

  /** Rows that are not counted yet. */
  get toCome(): ReadonlySet<string> {
    return new Set(this.steps.slice(this.at + 1).map((step) => step.row));
  }

  /** Tells the count from its beginning, a step in so many milliseconds. */
  begin(steps: readonly TallyStep[], gap: number): void {
    this.end();
    this.steps = steps;
    this.at = 0;
    this.timer = setInterval(() => this.next(), gap);
  }

  /** All at once, or: enough. */
  end(): void {
    clearInterval(this.timer);
    this.at = this.steps.length;
  }

  private next(): void {
    this.at += 1;
    if (this.at >= this.steps.length) this.end();
  }
}
