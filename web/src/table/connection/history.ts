/** The log without undone actions. */

import type { GameEvent } from "../contract";

/**
 * Return the log without undone actions. The `action` of a `back` entry is the number of actions that remain in the
 * effective history: later ones are dropped, and the entry itself stays as a line.
 */
export function withoutUndoneActions(events: GameEvent[]): GameEvent[] {
  let kept: GameEvent[] = [];
  for (const event of events) {
    if (event.kind === "back") {
      const stay = Number(event.action);
      kept = kept.filter((one) => !isAction(one) || one.ply < stay);
    }
    kept.push(event);
  }
  return kept;
}

/** Return whether an event changes the position: a decision or a chance event. */
export function isAction(event: GameEvent): boolean {
  return event.kind === "act" || event.kind === "chance";
}
