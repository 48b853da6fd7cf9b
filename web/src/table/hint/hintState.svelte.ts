/** A hint, and the remaining steps of its plan. */
import { ApiError, api, type Hint } from "../../lib/server/api";
import { retryUntilReady } from "../../lib/server/retry";
import { isAction } from "../connection/history";
import type { GameEvent, GameModule, Pieces } from "../contract";
import { cellsOf as cellsIn } from "../log/logText";
import { hintAreaOf } from "./hintArea";

export type PlannedStep = NonNullable<Hint["plan"]>[number];

/** Level of detail of a hint: area, idea, move. */
export type Depth = "nudge" | "idea" | "move";

export class HintState {
  hint = $state.raw<Hint | null>(null);
  /** Levels are shown one by one on request; without an area, the idea is first. */
  depth = $state<Depth>("nudge");
  problem = $state<string | null>(null);
  busy = $state(false);
  /** True while the request is queued on the server. */
  queued = $state(false);
  /**
   * Number of the last action before the hint, 0 at the start. It identifies the position: after an undo, actions get
   * new numbers.
   */
  private after = 0;
  private question = new AbortController();

  /** Request a hint for the running position (`ply` null) or one of a replay; `events` are the events before it. */
  async ask(
    table: string,
    ply: number | null,
    events: readonly GameEvent[],
    module: GameModule | null = null,
  ): Promise<void> {
    this.drop();
    const { signal } = this.question;
    this.busy = true;
    this.problem = null;
    this.hint = null;
    this.after = lastAction(events);
    try {
      const answer = await retryUntilReady(
        () => api.hint(table, ply ?? undefined, signal),
        signal,
        () => (this.queued = true),
      );
      if (signal.aborted) return;
      this.hint = answer;
      this.depth = hintAreaOf(answer, module) ? "nudge" : "idea";
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof ApiError ? error.message : String(error);
    } finally {
      if (!signal.aborted) this.settle();
    }
  }

  /** Abort the request, because its answer is no longer needed. */
  drop(): void {
    this.question.abort();
    this.question = new AbortController();
    this.settle();
  }

  /** Drop a request for the running position when the table has moved on. */
  follow(events: readonly GameEvent[]): void {
    if (this.busy && lastAction(events) !== this.after) this.drop();
  }

  private settle(): void {
    this.busy = false;
    this.queued = false;
  }

  /** Show the next level of the current hint; return false if there is none. */
  showMore(events: readonly GameEvent[]): boolean {
    if (this.depth === "move" || this.busy || this.rest(events) === null) return false;
    this.depth = this.depth === "nudge" ? "idea" : "move";
    return true;
  }

  /** Plan for the rest of the turn; log lines come from the server or from the choices. */
  get plan(): PlannedStep[] {
    const hint = this.hint;
    if (!hint) return [];
    if (hint.plan && hint.plan.length > 0) return hint.plan;
    return hint.best.flatMap((action) => {
      const known = hint.choices.find((choice) => choice.action === action);
      return known ? [{ action, log: known.log }] : [];
    });
  }

  /**
   * Return the steps that remain after `events`; null if the hint does not apply, because the game is before its
   * position or has taken another course. All code that shows a hint uses this.
   */
  rest(events: readonly GameEvent[]): PlannedStep[] | null {
    const actions = events.filter(isAction);
    const from = actions.findIndex((event) => event.seq === this.after) + 1;
    if (!this.hint || (from === 0 && this.after > 0)) return null;
    const plan = this.plan;
    const done = actions.slice(from);
    const follows = done.length <= plan.length && done.every((event, i) => event.action === plan[i]?.action);
    return follows ? plan.slice(done.length) : null;
  }
}

function lastAction(events: readonly GameEvent[]): number {
  return events.findLast(isAction)?.seq ?? 0;
}

/** Return the cells named by a plan. */
export function cellsOf(plan: readonly PlannedStep[], pieces?: Pieces): [number, number][] {
  return plan.flatMap(({ log }) => pieces?.cells?.(log.params) ?? cellsIn(log));
}
