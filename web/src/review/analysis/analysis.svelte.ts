/** The coach's analysis of a finished match: requested, polled, and stored on the server for all viewers. */
import { type Analysis, type AnalysisState, ApiError, api } from "../../lib/server/api";
import { retryUntilReady } from "../../lib/server/retry";

/** Polling interval in milliseconds. */
const POLL_INTERVAL = 1_000;

export class AnalysisLoader {
  analysis = $state.raw<Analysis | null>(null);
  /** Progress, 0 to 1; null: not running. */
  progress = $state<number | null>(null);
  /** True once the server has reported the status. */
  known = $state(false);
  problem = $state<string | null>(null);
  /** True while the match is queued. */
  queued = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly left = new AbortController();

  constructor(private readonly id: string) {}

  /** Load the status. */
  look(): Promise<void> {
    const { signal } = this.left;
    return this.receive(retryUntilReady(() => api.analysis(this.id), signal));
  }

  /** Load the status, and start the analysis if there is none yet. */
  async want(): Promise<void> {
    await this.look();
    if (this.analysis === null && this.progress === null && this.problem === null) await this.begin();
  }

  /** Start the analysis. */
  begin(): Promise<void> {
    this.progress = 0;
    const { signal } = this.left;
    return this.receive(
      retryUntilReady(
        () => api.analyse(this.id, signal),
        signal,
        () => (this.queued = true),
      ),
    );
  }

  stop(): void {
    this.left.abort();
    clearTimeout(this.timer);
  }

  private async receive(answer: Promise<AnalysisState>): Promise<void> {
    try {
      const { state, done, total, analysis } = await answer;
      if (this.left.signal.aborted) return;
      this.problem = null;
      this.queued = false;
      this.known = true;
      this.analysis = analysis;
      this.progress = state === "working" ? done / Math.max(1, total) : null;
      if (state === "working") this.timer = setTimeout(() => void this.look(), POLL_INTERVAL);
    } catch (error) {
      if (this.left.signal.aborted) return;
      this.known = true;
      this.progress = null;
      this.problem = error instanceof ApiError ? error.message : String(error);
    }
  }
}
