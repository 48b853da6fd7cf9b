/** Log entries as sentences, and as clauses of a paragraph. */
import { capitalize } from "../../lib/language/capitalize";
import { hasMessage, t } from "../../lib/language/i18n.svelte";
import { levelName } from "../../lib/server/levels";
import type { GameEvent, Message, Pieces, SeatInfo } from "../contract";
import { nameOf } from "../seats/names";

/** A run of text, or a game piece drawn as a chip. */
export type Segment = { text: string; piece: null } | { text: string; piece: string };

const MARK = "\u0001";
const LIST = "\u0002";

/**
 * Return the sentence of a log message of `seat` (null for chance); `text` is the action's text form, for games without
 * messages.
 */
export function sentence(
  log: Message,
  seat: number | null,
  seats: SeatInfo[],
  text = "",
  pieces?: Pieces,
): string {
  const sentences = [log, ...consequencesOf(log)].map((one) =>
    t(keyOf(one), paramsOf(one, seat, seats, text, pieces && ((code) => pieces.name(code, t)), pieces)),
  );
  return sentences.join(" ");
}

/** Return the consequences of an event, which are reported after it. */
function consequencesOf(log: Message): Message[] {
  return Array.isArray(log.params.also) ? (log.params.also as Message[]) : [];
}

/** Fallback to text forms for a game without messages. */
function keyOf(log: Message): string {
  return hasMessage(log.key) ? log.key : "log.action";
}

/** Part of a paragraph, with the event it reports. */
interface ParagraphPart {
  event: GameEvent;
  segments: Segment[];
}

/**
 * Return the paragraph of a turn, to follow the player's name: clauses in the viewer's language, with punctuation.
 * Chance outcomes of an action are part of its clause.
 */
export function paragraph(events: GameEvent[], seats: SeatInfo[], pieces?: Pieces): ParagraphPart[] {
  const clauses: ParagraphPart[][] = [];
  for (let index = 0; index < events.length; ) {
    const event = events[index] as GameEvent;
    const given = outcomesOf(event, events.slice(index + 1));
    clauses.push(clause(event, given, seats, pieces));
    for (const log of consequencesOf(event.log))
      clauses.push([{ event, segments: segmentsOf(log, `${log.key}.part`, event.seat, seats, "", pieces) }]);
    index += 1 + given.length;
  }
  const said = clauses.filter((parts) => parts.some(({ segments }) => segments.length > 0));
  const begun = said.map((parts, index) =>
    isClosed(said[index - 1]?.at(-1)?.segments ?? []) ? asSentence(parts) : parts,
  );
  return begun.flatMap((parts, index) => closed(parts, t(index < said.length - 1 ? "log.next" : "log.stop")));
}

/**
 * Return the sentence about an event, with pictures of pieces. It has the parameter `brief`, so that a game may omit what
 * its board marks.
 */
export function sentenceSegments(
  { log, seat, action }: GameEvent,
  seats: SeatInfo[],
  pieces?: Pieces,
): Segment[] {
  return [log, ...consequencesOf(log)].flatMap((one, index) => {
    const brief = { ...one, params: { ...one.params, brief: true } };
    const segments = segmentsOf(brief, one.key, seat, seats, action, pieces);
    return index > 0 ? [{ text: " ", piece: null }, ...segments] : segments;
  });
}

/** Return the chance outcomes of an action, as entries of the list in its clause. */
function outcomesOf(event: GameEvent, later: GameEvent[]): GameEvent[] {
  if (event.kind !== "act") return [];
  const end = later.findIndex((one) => one.kind !== "chance" || !hasMessage(`${one.log.key}.given`));
  return end < 0 ? later : later.slice(0, end);
}

function clause(event: GameEvent, given: GameEvent[], seats: SeatInfo[], pieces?: Pieces): ParagraphPart[] {
  const items = given.map((one) => ({
    event: one,
    segments: segmentsOf(one.log, `${one.log.key}.given`, one.seat, seats, one.action, pieces),
  }));
  const { log, seat, action } = event;
  const filled = { ...log, params: { ...log.params, given: given.length, items: LIST } };
  const segments = segmentsOf(filled, `${log.key}.part`, seat, seats, action, pieces);
  const at = segments.findIndex(({ text }) => text.includes(LIST));
  const listFrame = segments[at];
  if (!listFrame) return [{ event, segments }, ...items];
  const [before = "", after = ""] = listFrame.text.split(LIST);
  const text = (words: string): Segment[] => (words === "" ? [] : [{ text: words, piece: null }]);
  // Text attached to the list, such as a case ending, stays with the last entry.
  const joined = /^\S*/.exec(after)?.[0] ?? "";
  return [
    { event, segments: [...segments.slice(0, at), ...text(before.trimEnd())] },
    ...items.map((item, index) => marked(item, index < items.length - 1 ? "," : joined)),
    { event, segments: [...text(after.slice(joined.length).trimStart()), ...segments.slice(at + 1)] },
  ].filter(({ segments }) => segments.length > 0);
}

/** Return a clause with its punctuation; a sentence that already has it gets none. */
function closed(parts: ParagraphPart[], mark: string): ParagraphPart[] {
  const last = parts.at(-1);
  return !last || isClosed(last.segments) ? parts : [...parts.slice(0, -1), marked(last, mark)];
}

/** Return whether the text ends like a sentence. */
export function isClosed(segments: readonly Segment[]): boolean {
  return /[.!?।…]$/.test(segments.at(-1)?.text ?? "");
}

/** Return a clause capitalised as a sentence, to follow a complete sentence. */
function asSentence(parts: ParagraphPart[]): ParagraphPart[] {
  const [first, ...rest] = parts;
  const [begin, ...others] = first?.segments ?? [];
  if (!first || !begin || begin.piece !== null) return parts;
  const text = capitalize(begin.text);
  return [{ ...first, segments: [{ text, piece: null }, ...others] }, ...rest];
}

function marked({ event, segments }: ParagraphPart, mark: string): ParagraphPart {
  return { event, segments: mark === "" ? segments : [...segments, { text: mark, piece: null }] };
}

/** Return one entry of the list in a run of chance events. */
export function entry(event: GameEvent, seats: SeatInfo[], pieces?: Pieces): Segment[] {
  return segmentsOf(event.log, `${event.log.key}.item`, event.seat, seats, event.action, pieces);
}

/**
 * Return the text before and after the list of a run that starts with this message; null if the game has no such
 * message.
 */
export function around({ key, params }: Message, seats: SeatInfo[] = []): [string, string | null] | null {
  if (!hasMessage(`${key}.run`)) return null;
  const seat_name = nameOf(params.seat as number | undefined, seats, t);
  const [before = "", after = null] = t(`${key}.run`, { seat_name, ...params, items: MARK }).split(MARK);
  return [before, after];
}

/** Join segments, closed by `end`. Punctuation is attached to the preceding segment, so that no line begins with it. */
export function joinSegments<T extends { segments: Segment[] }>(parts: T[], end: string): T[] {
  const filled = parts.filter(({ segments }) => segments.length > 0);
  return filled.map((part, index) => {
    const [first, ...rest] = part.segments;
    const mark = markOf(filled[index + 1]?.segments[0]?.text ?? end);
    const begun =
      index > 0 && first
        ? [{ ...first, text: first.text.slice(markOf(first.text).length).trimStart() }]
        : [first];
    const segments = [...begun, ...rest].filter(
      (one): one is Segment => one !== undefined && one.text !== "",
    );
    return { ...part, segments: mark ? [...segments, { text: mark, piece: null }] : segments };
  });
}

/** Leading punctuation: ", " in ", then". */
export function markOf(text: string): string {
  return /^[,;.:]*/.exec(text)?.[0] ?? "";
}

/** Return the message of a key, or by default that of the entry's own key, with pieces marked. */
export function segmentsOf(
  log: Message,
  key: string,
  seat: number | null,
  seats: SeatInfo[],
  text: string,
  pieces?: Pieces,
): Segment[] {
  const marked = (code: string): string => `${MARK}${code}${MARK}`;
  const params = paramsOf(log, seat, seats, text, marked, pieces);
  return t(hasMessage(key) ? key : keyOf(log), params)
    .split(MARK)
    .map((part, index): Segment => ({ text: part, piece: index % 2 === 1 ? part : null }))
    .filter((part) => part.text !== "");
}

function paramsOf(
  log: Message,
  seat: number | null,
  seats: SeatInfo[],
  text: string,
  write: ((code: string) => string) | undefined,
  pieces: Pieces | undefined,
): Record<string, unknown> {
  const params: Record<string, unknown> = {
    name: nameOf(seat, seats, t),
    text,
    given: 0,
    planned: false,
    ...flat(log.params),
  };
  if (typeof log.params.seat === "number") params.seat_name = nameOf(log.params.seat, seats, t);
  if (typeof log.params.bot === "string") params.bot = levelName(log.params.bot);
  Object.assign(params, pieces?.words?.(log.params, seats, t, seat));
  for (const name of pieces?.params ?? []) {
    const code = params[name];
    params[`${name}_id`] = code;
    if (typeof code === "string" && write) params[name] = write(code);
    else if (Array.isArray(code) && write) params[name] = code.map(write).join(", ");
  }
  return params;
}

/** Flatten parameters of nested objects to `object_name`. */
function flat(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      isRecord(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}_${inner}`, one])
        : [[name, value]],
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return the cell named by a log message, if any. */
export function cellOf(log: Message): [number, number] | null {
  return isCell(log.params.cell) ? log.params.cell : null;
}

/** Return all cells that a log message highlights. */
export function cellsOf(log: Message): [number, number][] {
  const cell = cellOf(log);
  if (cell) return [cell];
  return Array.isArray(log.params.cells) ? log.params.cells.filter(isCell) : [];
}

function isCell(cell: unknown): cell is [number, number] {
  return Array.isArray(cell) && cell.length === 2 && cell.every((one) => typeof one === "number");
}
