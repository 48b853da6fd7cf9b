/** Attempts at finding a turn, with the coach's verdicts. */
import { ApiError, type Attempt, type AttemptWish } from "../../lib/server/api";
import { retryUntilReady } from "../../lib/server/retry";
import type { Refusal } from "../../table/connection/state.svelte";
import type { PlannedStep } from "../../table/hint/hintState.svelte";

/** Number of attempts before the best turn is revealed. */
export const MAX_ATTEMPTS = 3;

/** Ask the server about a sequence of actions. */
export type SendAttempt = (actions: string[], want: AttemptWish) => Promise<Attempt>;

/** Return the turn to highlight: at first the one played, at the end the best one if the user did not find it. */
export function markedTurn(
  { actions, answer, solved }: Pick<Attempts, "actions" | "answer" | "solved">,
  played: readonly PlannedStep[],
): readonly PlannedStep[] {
  if (answer) return solved ? [] : answer.plan;
  return actions.length === 0 ? played : [];
}

export class Attempts {
  now = $state.raw<Attempt | null>(null);
  actions = $state.raw<string[]>([]);
  /** Verdict on the turn on the board. */
  verdict = $state.raw<Attempt["verdict"]>(null);
  /** The best turn, once revealed. */
  answer = $state.raw<Attempt["answer"]>(null);
  /** Number of turns judged. */
  count = $state(0);
  /** True if one of the judged turns was right. */
  solved = $state(false);
  pending = $state<string | null>(null);
  /** True while the request is queued on the server. */
  queued = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  problem = $state<string | null>(null);

  private readonly left = new AbortController();

  constructor(private readonly ask: SendAttempt) {}

  /** Abort the request, because its answer is no longer needed. */
  stop(): void {
    this.left.abort();
  }

  /** Reset the position for another attempt. */
  begin(): Promise<void> {
    return this.showPosition([]);
  }

  /** Apply an action and its follow-up actions, up to the end of the turn. */
  async choose(action: string, then: readonly string[] = []): Promise<void> {
    if (this.pending !== null || this.answer || this.now?.over) return;
    await this.showPosition([...this.actions, action, ...then]);
  }

  async back(): Promise<void> {
    if (this.actions.length > 0 && !this.verdict && !this.answer)
      await this.showPosition(this.actions.slice(0, -1));
  }

  /** Evaluate the complete turn on the board; after the last attempt, reveal the best one. */
  async judge(): Promise<void> {
    if (!this.now?.over || this.verdict || this.pending !== null) return;
    const found = await this.request(this.actions, "verdict");
    if (!found) return;
    this.verdict = found.verdict;
    this.count += 1;
    this.solved ||= found.verdict?.right ?? false;
    if (this.solved) await this.loadAnswer();
    else if (this.count >= MAX_ATTEMPTS) await this.show();
  }

  /** Reset the position and apply the best turn. */
  async show(): Promise<void> {
    await this.loadAnswer();
    if (this.answer) await this.showPosition([]);
  }

  private async loadAnswer(): Promise<void> {
    const found = await this.request([], "answer");
    if (found) this.answer = found.answer;
  }

  private async showPosition(actions: string[]): Promise<void> {
    const found = await this.request(actions, "picture");
    if (!found) return;
    this.now = found;
    this.actions = actions;
    if (!this.answer) this.verdict = null;
  }

  private async request(actions: string[], want: AttemptWish): Promise<Attempt | null> {
    const asked = (want === "picture" ? actions.at(-1) : undefined) ?? want;
    this.pending = asked;
    this.refusal = null;
    this.problem = null;
    try {
      const { signal } = this.left;
      return await retryUntilReady(
        () => this.ask(actions, want),
        signal,
        () => (this.queued = true),
      );
    } catch (error) {
      if (error instanceof ApiError && error.reason)
        this.refusal = { code: error.code, clause: error.clause, reason: error.reason };
      else this.problem = error instanceof Error ? error.message : String(error);
      return null;
    } finally {
      this.queued = false;
      if (this.pending === asked) this.pending = null; // the turn may have changed by now
    }
  }
}
