/** A turn that is looked for: what was tried so far, and what the coach says of it. */
import { ApiError, type Attempt, type AttemptWish } from "../lib/server/api";
import { patiently } from "../lib/server/patience";
import type { Refusal } from "../table/connection/state.svelte";

/** Turns that may be tried before the best is shown. */
export const MOST = 3;

/** Asks the server about actions in a row. */
export type Ask = (actions: string[], want: AttemptWish) => Promise<Attempt>;

export class Tries {
  now = $state.raw<Attempt | null>(null);
  actions = $state.raw<string[]>([]);
  /** The verdict on the turn on the board. */
  verdict = $state.raw<Attempt["verdict"]>(null);
  /** The best turn, once it is told. */
  answer = $state.raw<Attempt["answer"]>(null);
  /** Turns that were judged. */
  count = $state(0);
  /** One of them was right. */
  solved = $state(false);
  pending = $state<string | null>(null);
  /** Others are served first: what was asked waits for its turn. */
  queued = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  problem = $state<string | null>(null);

  private readonly left = new AbortController();

  constructor(private readonly ask: Ask) {}

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.left.abort();
  }

  /** Shows the position as it is, for another try. */
  begin(): Promise<void> {
    return this.look([]);
  }

  /** Does something, and what follows on it, as far as the turn goes. */
  async choose(action: string, then: readonly string[] = []): Promise<void> {
    if (this.pending !== null || this.answer || this.now?.over) return;
    await this.look([...this.actions, action, ...then]);
  }

  async back(): Promise<void> {
    if (this.actions.length > 0 && !this.verdict && !this.answer) await this.look(this.actions.slice(0, -1));
  }

  /** What the complete turn on the board is worth; after the last try the best is told. */
  async judge(): Promise<void> {
    if (!this.now?.over || this.verdict || this.pending !== null) return;
    const found = await this.hear(this.actions, "verdict");
    if (!found) return;
    this.verdict = found.verdict;
    this.count += 1;
    this.solved ||= found.verdict?.right ?? false;
    if (this.solved) await this.tell();
    else if (this.count >= MOST) await this.show();
  }

  /** Puts the position back, with the best turn. */
  async show(): Promise<void> {
    await this.tell();
    if (this.answer) await this.look([]);
  }

  private async tell(): Promise<void> {
    const found = await this.hear([], "answer");
    if (found) this.answer = found.answer;
  }

  private async look(actions: string[]): Promise<void> {
    const found = await this.hear(actions, "picture");
    if (!found) return;
    this.now = found;
    this.actions = actions;
    if (!this.answer) this.verdict = null;
  }

  private async hear(actions: string[], want: AttemptWish): Promise<Attempt | null> {
    const asked = (want === "picture" ? actions.at(-1) : undefined) ?? want;
    this.pending = asked;
    this.refusal = null;
    this.problem = null;
    try {
      const { signal } = this.left;
      return await patiently(
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
      if (this.pending === asked) this.pending = null; // it may be something else by now
    }
  }
}
