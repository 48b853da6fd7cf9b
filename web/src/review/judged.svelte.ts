/** What the coach says of a finished match: asked for, waited for, kept by the server for everybody. */
import { type Analysis, type AnalysisState, ApiError, api } from "../lib/server/api";
import { patiently } from "../lib/server/patience";

/** Milliseconds between two looks at how far it is. */
const AGAIN = 1_000;

export class Judged {
  found = $state.raw<Analysis | null>(null);
  /** How far it is, 0 to 1; null: it is not at work. */
  progress = $state<number | null>(null);
  /** The server has said how things stand. */
  known = $state(false);
  problem = $state<string | null>(null);
  /** Others are served first: the match waits for its turn. */
  queued = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly left = new AbortController();

  constructor(private readonly id: string) {}

  /** Asks how things stand. */
  look(): Promise<void> {
    const { signal } = this.left;
    return this.hear(patiently(() => api.analysis(this.id), signal));
  }

  /** Asks how things stand, and has the match judged if it is not yet. */
  async want(): Promise<void> {
    await this.look();
    if (this.found === null && this.progress === null && this.problem === null) await this.begin();
  }

  /** Has the match judged. */
  begin(): Promise<void> {
    this.progress = 0;
    const { signal } = this.left;
    return this.hear(
      patiently(
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

  private async hear(answer: Promise<AnalysisState>): Promise<void> {
    try {
      const { state, done, total, analysis } = await answer;
      if (this.left.signal.aborted) return;
      this.problem = null;
      this.queued = false;
      this.known = true;
      this.found = analysis;
      this.progress = state === "working" ? done / Math.max(1, total) : null;
      if (state === "working") this.timer = setTimeout(() => void this.look(), AGAIN);
    } catch (error) {
      if (this.left.signal.aborted) return;
      this.known = true;
      this.progress = null;
      this.problem = error instanceof ApiError ? error.message : String(error);
    }
  }
}
