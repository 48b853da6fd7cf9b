/** A hint, and how much of its plan is still to be done. */
import { ApiError, api, type Hint } from "../lib/api";
import type { GameEvent } from "./contract";
import { cellOf } from "./logtext";

export type Planned = NonNullable<Hint["plan"]>[number];

export class Advice {
  hint = $state.raw<Hint | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  /** Length of the effective history when the hint was asked for. */
  private from = 0;
  private latest = 0;

  /** Asks about the running position (`ply` null) or one of a replay; `from` is the number of actions before it. */
  async ask(table: string, ply: number | null, from: number): Promise<void> {
    this.latest += 1;
    const mine = this.latest;
    this.busy = true;
    this.problem = null;
    this.hint = null;
    this.from = from;
    try {
      const answer = await api.hint(table, ply ?? undefined);
      if (mine === this.latest) this.hint = answer;
    } catch (error) {
      if (mine === this.latest) this.problem = error instanceof ApiError ? error.message : String(error);
    } finally {
      if (mine === this.latest) this.busy = false;
    }
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

  /** What of the plan is still to be done; null once the table went another way. */
  rest(events: GameEvent[]): Planned[] | null {
    if (!this.hint) return null;
    const plan = this.plan;
    const done = events.filter((event) => isAction(event) && event.ply >= this.from);
    const follows = done.length <= plan.length && done.every((event, i) => event.action === plan[i]?.action);
    return follows ? plan.slice(done.length) : null;
  }
}

function isAction(event: GameEvent): boolean {
  return event.kind === "act" || event.kind === "chance";
}

/** The cells that a plan names. */
export function cellsOf(plan: Planned[]): [number, number][] {
  return plan.flatMap(({ log }) => {
    const cell = cellOf(log);
    return cell ? [cell] : [];
  });
}
