/** Places affected by each seat's last turn, derived from the log so that they survive a reload. */
import type { GameEvent } from "../contract";
import { cellOf } from "./logText";

type LastTurn = Record<number, { turn: number; events: GameEvent[]; cells: [number, number][] }>;

/** Return each seat's latest turn with a decision, oldest first, with the cells it names. */
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
