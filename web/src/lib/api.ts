/** The HTTP interface of the server, typed. Every refusal becomes an ApiError with the server's own words. */
import type { AnyChoice, AnyPreview, AnySheet, AnyView, Message } from "../table/contract";
import type { AtZero, Ending, EndingRight, GameResult } from "../table/protocol";
import type {
  AnalysisState,
  Attempt,
  AttemptWish,
  CompleteTurn,
  Expected,
  Hint,
  Lesson,
  PuzzleName,
  PuzzleSummary,
} from "./coach";
import { bringWords, hasMessage, spoken, t } from "./i18n.svelte";
import { learnServerTime } from "./serverTime";

export type * from "./coach";

export interface OptionSpec {
  name: string;
  kind: string;
  default: unknown;
  /** What a table of people starts with; programs start with the default. */
  at_table: unknown;
  choices: unknown[] | null;
  /** With so many players there is something to choose. */
  players: number[];
  help: string;
}

export interface BotInfo {
  name: string;
  title: string;
  description: string;
  /** What the description is filled with in the hall's own words, and its key there. */
  about?: { key: string } & Record<string, unknown>;
}

export interface GameInfo {
  name: string;
  title: string;
  credits: { designer: string; publisher: string; year: number; url?: string };
  players: { min: number; max: number; default: number };
  minutes: number;
  /** How much there is to learn, 1 to 3; 0: nobody has said. */
  complexity: number;
  options: OptionSpec[];
  bots: BotInfo[];
  /** Whether a computer player may adjust to me. */
  adjusts: boolean;
  summary: string;
  hidden_information: boolean;
}

/** The level that "adjust to me" picks, and why; `last`: what I played against last. */
export interface SuitingLevel {
  level: string;
  why: "first" | "up" | "down" | "stay" | "top" | "bottom";
  last: string | null;
}

export interface Clause {
  id: string;
  text: string;
}

export interface Guide {
  /** `text` is what is not numbered. */
  sections: { id: string; title: string; text: string; clauses: Clause[] }[];
}

export interface SeatPlan {
  kind: "me" | "local" | "bot" | "open";
  bot?: string;
  name?: string;
}

/** Seconds at the start, and for each turn; what happens when the time of somebody is up. */
export interface ClockPlan {
  bank: number;
  increment: number;
  at_zero?: AtZero;
}

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: SeatPlan[];
  spectators: boolean;
  confirm: boolean;
  /** Others see the table in their lobby while it waits for people. */
  listed: boolean;
  clock: ClockPlan | null;
  /** People talk with each other at the table. */
  talk?: boolean;
  /** The coach says what a turn loses before it is confirmed; without open seats only. */
  coach?: boolean;
}

/** How a person looks: the colour of the picture, if one was chosen, and codes of the languages that are spoken. */
export interface Looks {
  colour: string | null;
  languages: string[];
}

export interface SeatSummary extends Looks {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  mine: boolean;
  stand_in: boolean;
  resigned: boolean;
}

export interface TableSummary {
  id: string;
  game: string;
  players: number;
  status: "waiting" | "playing" | "over";
  ending: Ending | null;
  seats: SeatSummary[];
  seq: number;
  turn: number | null;
  updated: string;
  /** An imported record. */
  review: boolean;
  /** Link of the first open seat, if the table is listed. */
  join: string | null;
  /** When the time of whoever is waited for is up, and a computer takes over. */
  due?: string | null;
  /** In the list of my tables: for my move, or for my answer to somebody who asks to take back. */
  waits?: boolean;
}

/** A table to which `host` asks me to come, with the invite of a free seat. */
export interface AskedTo extends TableSummary {
  host: string;
  invite: string;
  /** My table whose rematch it is: asking there for a rematch takes the seat that is kept for me. */
  rematch_of: string | null;
}

export interface TableLists {
  /** My tables, those that wait for me first. */
  mine: TableSummary[];
  /** Number of all my tables, and of those that wait for me, listed or not. */
  total: number;
  waiting: number;
  /** Those to which I am asked. */
  asked: AskedTo[];
  open: TableSummary[];
  /** Number of those that may be listed there. */
  open_total: number;
}

/** A table of mine, as I look for it; `rematch`: the table of the rematch; `again`: I may ask for one. */
export interface FoundTable extends TableSummary {
  result: { totals: number[]; ranks: number[]; winners: number[] } | null;
  rematch: string | null;
  again: boolean;
}

export interface FoundTables {
  tables: FoundTable[];
  total: number;
  /** Those of which I have any. */
  games: string[];
}

/** A finished game of mine; `whole`: it came to its end with me; `phases`: my decisions by thirds of the game. */
export interface PlayedGame {
  id: string;
  game: string;
  updated: string;
  players: number;
  bots: string[];
  /** How many others played. */
  people: number;
  points: number;
  rank: number;
  won: boolean;
  whole: boolean;
  judged: {
    decisions: number;
    /** Of the chance to win, by all of them together. */
    lost_chance: number;
    phases: { decisions: number; inaccuracy: number; mistake: number; blunder: number }[];
  } | null;
}

export interface TableDetails extends TableSummary {
  result: GameResult | null;
  /** It can be exported, but not shown: its rules or pieces are not there any more. */
  outdated: boolean;
  may: EndingRight[];
  options: Record<string, unknown>;
  /** By seat; only for the guest who opened the table. */
  invites: Record<string, string> | null;
  spectator_url: string | null;
}

/** What somebody has said; `seat`: where that person sits; `who` stands for the person, at this table only. */
export interface SaidWord {
  id: number;
  at: string;
  seat: number | null;
  name: string;
  who: string;
  /** The words, or if they are quick ones their name. */
  text: string;
  quick: boolean;
  colour: string | null;
}

/** What was said where I am; `me`: who I am there; `muted`: whom I do not want to hear. */
export interface TalkSoFar {
  words: SaidWord[];
  me: string | null;
  muted: string[];
}

/** My devices, and when my code that lasts was made. */
export interface Devices {
  devices: { id: string; name: string; created: string; seen: string; here: boolean }[];
  recovery: string | null;
}

/** Who this device is now; `tables`: how many came along from whoever it was before. */
export type Resumed = Me & { tables: number };

/** Somebody with whom I have sat at so many tables; `who` stands for the person, for me only. */
export interface Person extends Looks {
  who: string;
  name: string;
  tables: number;
  last: string | null;
  blocked: boolean;
}

/** Somebody whom I may ask to come to my table. */
export interface AskedPerson extends Looks {
  who: string;
  name: string;
  state: "free" | "asked" | "declined";
}

/** What an invite leads to. */
export interface Invite {
  id: string;
  /** The seat's own, where this was found by the code of its table. */
  invite: string;
  game: string;
  seat: number;
  table: TableSummary;
  /** Who opened the table. */
  host: string | null;
  options: Record<string, unknown>;
  clock: ClockPlan | null;
}

export interface ReplayPly {
  /** Number of the entry; the server keeps more about it if it has `details`. */
  seq: number;
  details: boolean;
  ply: number;
  seat: number | null;
  text: string;
  log: Message;
  turn: number;
}

export interface Replay {
  plies: ReplayPly[];
  length: number;
}

export interface Position {
  ply: number;
  view: AnyView;
  scores: AnySheet[];
}

/** The turn that brought a seat most, and where it begins. */
export interface BestTurn {
  seat: number;
  turn: number;
  ply: number;
  gain: number;
}

/** A sentence about a seat, or about all together. */
export interface Praise extends Message {
  seat: number | null;
}

/** What can be told of a match that is over; `praise`: the rarest first. */
export interface Story {
  best: (BestTurn | null)[];
  praise: Praise[];
}

/** A finished match that I have played alone. */
export interface SoloResult {
  id: string;
  options: Record<string, unknown>;
  total: number;
  /** By how much it was won, or lost if it is not above 0. */
  margin: number;
  won: boolean;
  updated: string;
}

export interface Sandbox {
  view: AnyView;
  choices: AnyChoice[];
  previews: AnyPreview[];
  scores: AnySheet[];
  log: Message[];
  current: number;
}

export interface TutorialStep {
  id: string;
  /** Tasks of one step have the same number; left out, every task is a step of its own. */
  step?: number;
  title_key: string;
  text_key: string;
  position: unknown;
  options: Record<string, unknown>;
  /** Sequences of actions that reach the goal; "*" stands for any action. */
  goals: string[][];
  done_key?: string;
  wrong_key?: string;
  show?: "board" | "sheet";
  /** The text speaks of the numbers on the choices: they are shown. */
  numbers?: boolean;
}

export interface RecordFile {
  schema: number;
  game: string;
  [field: string]: unknown;
}

/** What a refusal says: the server's own words, which tell more, where they are in the right language; else what its code is called. */
export function refusalWords(refused: Record<string, unknown>, language = "en"): string | undefined {
  const { code, message, reason } = refused;
  const known = [reason as Message | null | undefined, { key: `refusal.${code}`, params: {} }];
  const own = known.find((one) => one && hasMessage(one.key));
  if (spoken() !== language && own) return t(own.key, own.params);
  return typeof message === "string" ? message : undefined;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly where: string | null;
  readonly expected: string | null;
  readonly clause: string | null;
  readonly reason: Message | null;
  /** Seconds after which the server would like to be asked again; 0: it does not say. */
  readonly retryAfter: number;

  constructor(
    status: number,
    body: Record<string, unknown>,
    language = "en",
    retryAfter: string | null = null,
  ) {
    super(refusalWords(body, language) ?? `HTTP ${status}`);
    this.status = status;
    this.code = typeof body.code === "string" ? body.code : "unknown";
    this.where = typeof body.where === "string" ? body.where : null;
    this.expected = typeof body.expected === "string" ? body.expected : null;
    this.clause = typeof body.clause === "string" ? body.clause : null;
    this.reason = (body.reason as Message | undefined) ?? null;
    this.retryAfter = Number.parseInt(retryAfter ?? "", 10) || 0;
  }
}

export interface Me extends Looks {
  name: string;
}

let known: Promise<Me> | null = null;
let asking: Promise<Me> | null = null;

/**
 * Who I am; a stranger gets a name with the answer. Whoever asks meanwhile, here or in another tab, waits for it: two
 * who ask at once would be two guests.
 */
function introduce(): Promise<Me> {
  if (asking) return asking;
  const ask = () => request<Me>("GET", "/me");
  // Browsers have locks where the page comes safely, or from this machine.
  const answer = globalThis.navigator?.locks ? navigator.locks.request("mandapa.me", ask) : ask();
  known = asking = answer.finally(() => {
    asking = null;
  });
  known.catch(() => {
    known = null;
  });
  return asking;
}

/** Everybody may look; who does something is known by name, also after the hall has forgotten it. */
async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  try {
    if (method !== "GET") await (known ?? introduce());
    return await request<T>(method, path, body, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "no_identity") throw error;
    known = null;
    await introduce();
    return request<T>(method, path, body, signal);
  }
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json", "Accept-Language": spoken() },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new ApiError(0, { code: "unreachable", message: t("hall.unreachable") });
  }
  learnServerTime(response.headers.get("Date"));
  const text = await response.text();
  const parsed = parse(text);
  if (response.ok) return parsed as T;
  const error = ((parsed as { error?: object })?.error ?? {}) as Record<string, unknown>;
  // What is refused is told in the words of the tables, which the hall has not brought.
  if (spoken() !== "en") await bringWords("table").catch(() => undefined);
  const { headers } = response;
  throw new ApiError(
    response.status,
    error,
    headers.get("Content-Language") ?? "en",
    headers.get("Retry-After"),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Whether the rules of a game are machine code yet, and how far they are: functions done and expected, seconds left. */
export interface Health {
  compiled: Record<string, boolean>;
  compiling: Record<string, { done: number; total: number; seconds: number }>;
}

const id = encodeURIComponent;

/** A question, without what is left open. */
function asked(fields: Record<string, string | number>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export const api = {
  games: () => call<GameInfo[]>("GET", "/games"),
  /** `own`: the name of pieces of the host's own. */
  components: (game: string, own: string | null = null) =>
    call<unknown>("GET", `/games/${id(game)}/components${own === null ? "" : `?own=${id(own)}`}`),
  details: (table: string, seq: number) => call<unknown>("GET", `/tables/${id(table)}/details/${seq}`),
  guide: (game: string, language: string) => call<Guide>("GET", `/games/${id(game)}/guide?lang=${language}`),
  tutorial: (game: string) => call<{ steps: TutorialStep[] }>("GET", `/games/${id(game)}/tutorial`),
  puzzles: () => call<{ today: PuzzleName | null; puzzles: PuzzleSummary[] }>("GET", "/puzzles"),
  lessons: async (game: string) => (await call<{ lessons: Lesson[] }>("GET", `/lessons/${id(game)}`)).lessons,
  solve: (puzzle: PuzzleName, actions: string[], want: AttemptWish) =>
    call<Attempt>("POST", `/puzzles/${id(puzzle.game)}/${id(puzzle.id)}`, { actions, want }),
  /** A better turn of a judged match, looked for after `ply` actions. */
  better: (table: string, ply: number, actions: string[], want: AttemptWish) =>
    call<Attempt>("POST", `/tables/${id(table)}/analysis/${ply}`, { actions, want }),
  health: () => call<Health>("GET", "/health"),
  me: introduce,
  rename: (name: string) => call<Me>("PUT", "/me", { name }),
  showFace: (colour: string | null, languages: string[]) =>
    call<unknown>("PUT", "/me/face", { colour, languages }),
  forgetMe: async () => {
    await call<unknown>("DELETE", "/me");
    await globalThis.caches?.delete("positions"); // see kept.ts
  },
  suitingLevel: (game: string) => call<SuitingLevel>("GET", `/me/level?game=${id(game)}`),
  solo: (game: string) => call<{ results: SoloResult[] }>("GET", `/me/solo?game=${id(game)}`),
  resumeCode: () => call<{ code: string; expires: string }>("POST", "/me/resume-code"),
  recoveryCode: () => call<{ code: string; made: string }>("POST", "/me/recovery-code"),
  devices: () => call<Devices>("GET", "/me/devices"),
  signOut: (device: string) => call<unknown>("DELETE", `/me/devices/${id(device)}`),
  /** Whether this browser is told while no page is open, and the key with which the hall does so, if it does. */
  pushState: () => call<{ key: string | null; on: boolean }>("GET", "/me/push"),
  pushOn: (wish: object) => call<unknown>("PUT", "/me/push", wish),
  pushOff: () => call<unknown>("DELETE", "/me/push"),
  resume: (code: string) => call<Resumed>("POST", "/me/resume", { code }),
  /** `mine`: how many of my tables to list; `game`: of open ones only those of this game. */
  tables: (mine: number, open = 50, game = "") =>
    call<TableLists>("GET", `/tables?mine=${mine}&open=${open}${game && `&game=${id(game)}`}`),
  /** My tables, the newest first: those that are as I want them, after the first ones. */
  findTables: (wanted: { game: string; name: string; state: string; skip: number; count: number }) =>
    call<FoundTables>("GET", `/me/tables?${asked(wanted)}`),
  /** My finished games, the newest of `total`. */
  statistics: () => call<{ games: PlayedGame[]; total: number }>("GET", "/me/statistics"),
  /** A seat at an open table of a game, or at a new one that fills up. */
  quick: (game: string) => call<{ id: string }>("POST", "/quick", { game }),
  open: (table: NewTable) => call<{ id: string }>("POST", "/tables", table),
  table: (table: string) => call<TableDetails>("GET", `/tables/${id(table)}`),
  invite: (invite: string) => call<Invite>("GET", `/invites/${id(invite)}`),
  inviteCode: (table: string) => call<{ code: string }>("POST", `/tables/${id(table)}/code`),
  /** By the invite of a seat, or the code of the table; `colour`: the one that I pick. */
  claim: (table: string, invite: string, colour: string | null = null) =>
    call<{ seat: number }>("POST", `/tables/${id(table)}/claim`, { invite, colour }),
  standIn: (table: string, seat: number, bot: string) =>
    call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/stand-in`, { bot }),
  fillSeat: (table: string, seat: number, bot: string) =>
    call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/fill`, { bot }),
  setLevel: (table: string, seat: number, bot: string) =>
    call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/level`, { bot }),
  takeSeatBack: (table: string, seat: number) =>
    call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/return`),
  leave: (table: string, seat: number) => call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/leave`),
  resign: (table: string, seat: number) => call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/resign`),
  report: (table: string, seat: number, note: string) =>
    call<unknown>("POST", `/tables/${id(table)}/seats/${seat}/report`, { note }),
  words: (table: string) => call<TalkSoFar>("GET", `/tables/${id(table)}/words`),
  say: (table: string, text: string, quick: boolean) =>
    call<SaidWord>("POST", `/tables/${id(table)}/words`, { text, quick }),
  /** Whether people talk at my table from now on. */
  allowTalk: (table: string, on: boolean) => call<unknown>("PUT", `/tables/${id(table)}/talk`, { on }),
  reportWord: (table: string, word: number) =>
    call<unknown>("POST", `/tables/${id(table)}/words/${word}/report`, {}),
  /** Whether I do not want to hear somebody who has spoken at a table. */
  mute: (table: string, who: string, on: boolean) =>
    call<unknown>("PUT", `/tables/${id(table)}/muted/${id(who)}`, { on }),
  muted: () => call<{ muted: { who: string; name: string }[] }>("GET", "/me/muted"),
  whomToAsk: (table: string) => call<{ people: AskedPerson[] }>("GET", `/tables/${id(table)}/asked`),
  /** Whether I ask somebody with whom I have played to come to my table. */
  ask: (table: string, who: string, on: boolean) =>
    call<unknown>("PUT", `/tables/${id(table)}/asked/${id(who)}`, { on }),
  /** I do not want to come to a table to which I am asked. */
  decline: (table: string) => call<unknown>("DELETE", `/me/asked/${id(table)}`),
  people: () => call<{ people: Person[] }>("GET", "/me/people"),
  /** Whether I do not want to meet somebody at a table. */
  block: (who: string, on: boolean) => call<unknown>("PUT", `/me/people/${id(who)}/blocked`, { on }),
  unmute: (who: string) => call<unknown>("DELETE", `/me/muted/${id(who)}`),
  close: (table: string) => call<unknown>("POST", `/tables/${id(table)}/close`),
  remove: (table: string) => call<unknown>("DELETE", `/tables/${id(table)}`),
  record: (table: string) => call<RecordFile>("GET", `/tables/${id(table)}/record`),
  importRecord: (record: unknown) => call<{ id: string }>("POST", "/records", record),
  fork: (table: string, ply: number, seats: SeatPlan[]) =>
    call<{ id: string }>("POST", `/tables/${id(table)}/fork`, { ply, seats }),
  rematch: (table: string) => call<{ id: string }>("POST", `/tables/${id(table)}/rematch`),
  replay: (table: string) => call<Replay>("GET", `/tables/${id(table)}/replay`),
  at: (table: string, ply: number) => call<Position>("GET", `/tables/${id(table)}/at/${ply}`),
  story: (table: string) => call<Story>("GET", `/tables/${id(table)}/story`),
  hint: (table: string, ply?: number, signal?: AbortSignal) =>
    call<Hint>("POST", `/tables/${id(table)}/hint`, ply === undefined ? {} : { ply }, signal),
  /** For my own choices; who does not want to know it any more ends it by the signal. */
  expected: (table: string, signal: AbortSignal) =>
    call<Expected>("POST", `/tables/${id(table)}/expected`, undefined, signal),
  /** What my turn loses that waits for its confirmation; who does not want to know it any more ends it by the signal. */
  verdict: (table: string, signal: AbortSignal) =>
    call<CompleteTurn>("POST", `/tables/${id(table)}/verdict`, undefined, signal),
  analysis: (table: string) => call<AnalysisState>("GET", `/tables/${id(table)}/analysis`),
  analyse: (table: string, signal?: AbortSignal) =>
    call<AnalysisState>("POST", `/tables/${id(table)}/analysis`, undefined, signal),
  sandbox: (game: string, options: Record<string, unknown>, position: unknown, actions: string[]) =>
    call<Sandbox>("POST", "/sandbox", { game, options, position, actions }),
};
