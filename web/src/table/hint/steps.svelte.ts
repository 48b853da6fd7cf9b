/** Something that is shown one step after the other, until somebody has seen enough. */
export class Steps<S> {
  protected steps = $state.raw<readonly S[]>([]);
  protected at = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The step that is shown; null: all have been. */
  get step(): S | null {
    return this.steps[this.at] ?? null;
  }

  /** Which step it is, from 1. */
  get number(): number {
    return this.at + 1;
  }

  /** Shows these steps from the first on, each for so many milliseconds. */
  begin(steps: readonly S[], gap: number): void {
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
