/** The log in paragraphs: a turn is one, a run of the same kind of chance is one line. */
import { hasMessage } from "../../lib/language/i18n.svelte";
import type { GameEvent, Message } from "../contract";
import { around } from "./logtext";

export type LogLine =
  /** What one seat did in one go, with the rolls of its turn. */
  | { kind: "turn"; seat: number; events: GameEvent[] }
  /** Chance events of one kind in a row, of which one sentence tells: one for each player where it names them. */
  | { kind: "run"; key: string; events: GameEvent[] }
  /** Anything else that happened at the table. */
  | { kind: "note"; events: [GameEvent] };

export interface LogGroup {
  turn: number;
  lines: LogLine[];
}

/** Ends of turns and requests for a roll go without saying. */
const UNSAID = new Set(["confirm", "roll"]);

/** Whether a decision goes without saying: its key is listed, or "key/word" with the word that its action begins with. */
export function isUnsaid(log: Message, action: string, unsaid: readonly string[] = []): boolean {
  return unsaid.includes(log.key) || unsaid.includes(`${log.key}/${action.split(" ", 1)[0]}`);
}

/** Whether a line tells what chance laid out before the first turn. */
export const isSetUp = (group: LogGroup, line: LogLine): boolean => group.turn === 0 && line.kind === "run";

/** `unsaid`: decisions that go without saying. */
export function grouped(events: GameEvent[], unsaid: readonly string[] = []): LogGroup[] {
  const groups: LogGroup[] = [];
  for (const event of events) {
    if (UNSAID.has(event.kind) || isUnsaid(event.log, event.action, unsaid)) continue;
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

/** Chance that a turn tells as a part of itself, such as a roll, or what it gives to an action. */
function isWithinTurn({ kind, log: { key } }: GameEvent): boolean {
  return kind === "chance" && (hasMessage(`${key}.part`) || hasMessage(`${key}.given`));
}

function lineOf(event: GameEvent): LogLine {
  if (event.kind === "act" && event.seat !== null) return { kind: "turn", seat: event.seat, events: [event] };
  if (event.kind === "chance") return { kind: "run", key: event.log.key, events: [event] };
  return { kind: "note", events: [event] };
}

/** Whether nobody has had a second turn yet. */
export function isFirstRound(events: readonly GameEvent[], players: number): boolean {
  return events.every((event) => event.turn <= players);
}
