/** A hint, and how much of its plan is still to be done. */
import { ApiError, api, type Hint } from "../../lib/server/api";
import { patiently } from "../../lib/server/patience";
import type { GameEvent, GameModule, Pieces } from "../contract";
import { cellsOf as cellsIn } from "../log/logtext";
import { nudgeOf } from "./nudge";

export type Planned = NonNullable<Hint["plan"]>[number];

/** How much of a hint is told: where to look, the idea, the move. */
export type Depth = "nudge" | "idea" | "move";

export class Advice {
  hint = $state.raw<Hint | null>(null);
  /** A person asks for one after the other; where there is nothing to be told before the idea, it comes first. */
  depth = $state<Depth>("nudge");
  problem = $state<string | null>(null);
  busy = $state(false);
  /** Others are served first: the question waits for its turn. */
  queued = $state(false);
  /** Number of the last action before the hint; 0 at the start. It names the position: whatever is taken back comes anew with another number. */
  private after = 0;
  private question = new AbortController();

  /** Asks about the running position (`ply` null) or one of a replay; `events` are those before it. */
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
      const answer = await patiently(
        () => api.hint(table, ply ?? undefined, signal),
        signal,
        () => (this.queued = true),
      );
      if (signal.aborted) return;
      this.hint = answer;
      this.depth = nudgeOf(answer, module) ? "nudge" : "idea";
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof ApiError ? error.message : String(error);
    } finally {
      if (!signal.aborted) this.settle();
    }
  }

  /** Nobody waits for the answer any more. */
  drop(): void {
    this.question.abort();
    this.question = new AbortController();
    this.settle();
  }

  /** Drops a question about the running position once the table has gone on from there. */
  follow(events: readonly GameEvent[]): void {
    if (this.busy && lastAction(events) !== this.after) this.drop();
  }

  private settle(): void {
    this.busy = false;
    this.queued = false;
  }

  /** Tells more, as long as the hint that holds is not told as a whole; false: there is nothing more. */
  deeper(events: readonly GameEvent[]): boolean {
    if (this.depth === "move" || this.busy || this.rest(events) === null) return false;
    this.depth = this.depth === "nudge" ? "idea" : "move";
    return true;
  }

  /** The plan for the whole rest of the turn; the log lines come from the server, or are those of the choices. */
  get plan(): Planned[] {
    const hint = this.hint;
    if (!hint) return [];
    if (hint.plan && hint.plan.length > 0) return hint.plan;
    return hint.best.flatMap((action) => {
      const known = hint.choices.find((choice) => choice.action === action);
      return known ? [{ action, log: known.log }] : [];
    });
  }

  /**
   * What of the plan is still to be done in the position after `events`; null where the hint does not hold: before its
   * position, and once the table went another way. Whoever shows a hint asks here.
   */
  rest(events: readonly GameEvent[]): Planned[] | null {
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

function isAction(event: GameEvent): boolean {
  return event.kind === "act" || event.kind === "chance";
}

/** The cells that a plan names. */
export function cellsOf(plan: Planned[], pieces?: Pieces): [number, number][] {
  return plan.flatMap(({ log }) => pieces?.cells?.(log.params) ?? cellsIn(log));
}
