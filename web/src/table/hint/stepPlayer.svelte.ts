/** Step-by-step presentation that the user can stop. */
export class StepPlayer<S> {
  protected steps = $state.raw<readonly S[]>([]);
  protected at = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Current step; null when finished. */
  get step(): S | null {
    return this.steps[this.at] ?? null;
  }

  /** Number of the current step, from 1. */
  get number(): number {
    return this.at + 1;
  }

  /** Show these steps one after the other, each for the given number of milliseconds. */
  begin(steps: readonly S[], gap: number): void {
    this.end();
    this.steps = steps;
    this.at = 0;
    this.timer = setInterval(() => this.next(), gap);
  }

  /** Stop, and clear the step. */
  end(): void {
    clearInterval(this.timer);
    this.at = this.steps.length;
  }

  private next(): void {
    this.at += 1;
    if (this.at >= this.steps.length) this.end();
  }
}
