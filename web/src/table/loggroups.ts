/** The log in turns, with long runs of chance folded together. */
import type { GameEvent } from "./contract";

/** A run of chance events longer than this is folded. */
const LONGEST_RUN = 4;

export type LogItem = { one: GameEvent; run: null } | { one: null; run: GameEvent[] };

export interface LogGroup {
  turn: number;
  /** The first seat that acted; null while only chance did. */
  seat: number | null;
  items: LogItem[];
}

export function grouped(events: GameEvent[]): LogGroup[] {
  const groups: { turn: number; events: GameEvent[] }[] = [];
  for (const event of events) {
    const last = groups[groups.length - 1];
    if (last && last.turn === event.turn) last.events.push(event);
    else groups.push({ turn: event.turn, events: [event] });
  }
  return groups.map((group) => ({
    turn: group.turn,
    seat: group.events.find((event) => event.seat !== null)?.seat ?? null,
    items: folded(group.events),
  }));
}

function folded(events: GameEvent[]): LogItem[] {
  const items: LogItem[] = [];
  let run: GameEvent[] = [];
  const close = (): void => {
    if (run.length > LONGEST_RUN) items.push({ one: null, run });
    else items.push(...run.map((one): LogItem => ({ one, run: null })));
    run = [];
  };
  for (const event of events) {
    if (event.kind !== "chance" || run[0]?.log.key !== event.log.key) close();
    if (event.kind === "chance") run.push(event);
    else items.push({ one: event, run: null });
  }
  close();
  return items;
}
