/** Where each seat's last turn left something, from the log: it is known after a reload, too. */
import type { GameEvent } from "../contract";
import { cellOf } from "./logtext";

export type LastTurn = Record<number, { turn: number; events: GameEvent[]; cells: [number, number][] }>;

/** What each seat did in the last turn in which it decided anything, oldest first, with the cells it names. */
export function lastTurns(events: readonly GameEvent[]): LastTurn {
  const turns: LastTurn = {};
  for (const event of events) {
    if (event.kind !== "act" || event.seat === null) continue;
    const known = turns[event.seat];
    const own = known?.turn === event.turn ? known : { turn: event.turn, events: [], cells: [] };
    own.events.push(event);
    const cell = cellOf(event.log);
    if (cell) own.cells = [...own.cells.filter(([x, y]) => x !== cell[0] || y !== cell[1]), cell];
    turns[event.seat] = own;
  }
  return turns;
}
