/** Groups of log events: a paragraph per turn, and a line per run of chance events of the same kind. */
import { hasMessage } from "../../lib/language/i18n.svelte";
import type { GameEvent, Message } from "../contract";
import { around } from "./logText";

export type LogLine =
  /** Consecutive actions of one seat, including the rolls of its turn. */
  | { kind: "turn"; seat: number; events: GameEvent[] }
  /** Consecutive chance events of one kind in one sentence, or in one per player if they name players. */
  | { kind: "run"; key: string; events: GameEvent[] }
  /** Any other event of the table. */
  | { kind: "note"; events: [GameEvent] };

interface LogGroup {
  turn: number;
  lines: LogLine[];
}

/** Ends of turns and roll requests are not listed. */
const UNLISTED = new Set(["confirm", "roll"]);

/** Return whether a decision is omitted: its key is given, or "key/word" with the first word of its action. */
export function isUnlisted(log: Message, action: string, unlistedKeys: readonly string[] = []): boolean {
  return unlistedKeys.includes(log.key) || unlistedKeys.includes(`${log.key}/${action.split(" ", 1)[0]}`);
}

/** Return whether a line reports chance events before the first turn. */
export const isSetUp = (group: LogGroup, line: LogLine): boolean => group.turn === 0 && line.kind === "run";

/** `unlistedKeys` are decisions to omit. */
export function groupLog(events: GameEvent[], unlistedKeys: readonly string[] = []): LogGroup[] {
  const groups: LogGroup[] = [];
  for (const event of events) {
    if (UNLISTED.has(event.kind) || isUnlisted(event.log, event.action, unlistedKeys)) continue;
    let group = groups[groups.length - 1];
    if (group?.turn !== event.turn) {
      group = { turn: event.turn, lines: [] };
      groups.push(group);
    }
    const last = group.lines[group.lines.length - 1];
    if (last && belongs(event, last)) last.events.push(event);
    else group.lines.push(lineOf(event));
  }
  return groups;
}

function belongs(event: GameEvent, line: LogLine): boolean {
  if (line.kind === "turn") return event.kind === "act" ? event.seat === line.seat : isWithinTurn(event);
  if (line.kind !== "run" || event.kind !== "chance" || event.log.key !== line.key) return false;
  const [first] = line.events;
  return !first || String(around(first.log)) === String(around(event.log));
}

/** Return whether chance is reported as part of a turn, such as a roll, or within the clause of an action. */
function isWithinTurn({ kind, log: { key } }: GameEvent): boolean {
  return kind === "chance" && (hasMessage(`${key}.part`) || hasMessage(`${key}.given`));
}

function lineOf(event: GameEvent): LogLine {
  if (event.kind === "act" && event.seat !== null) return { kind: "turn", seat: event.seat, events: [event] };
  if (event.kind === "chance") return { kind: "run", key: event.log.key, events: [event] };
  return { kind: "note", events: [event] };
}

/** Return whether no seat has had a second turn yet. */
export function isFirstRound(events: readonly GameEvent[], players: number): boolean {
  return events.every((event) => event.turn <= players);
}
