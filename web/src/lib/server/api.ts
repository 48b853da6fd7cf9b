/** Typed client for the server's HTTP API. Every rejection becomes an ApiError with a catalogue message. */

import type { EndingRight, GameResult } from "../../table/connection/protocol";
import type { AnyChoice, AnyPreview, AnySheet, AnyView, Message } from "../../table/contract";
import type * as http from "../http";
import { hasMessage, loadMessages, t } from "../language/i18n.svelte";
import type { AnalysisState, Attempt, AttemptWish } from "./coach";
import { updateServerTime } from "./serverTime";

/** Aliases for schemas of the API description; see http.ts. */
export type {
  BestTurn,
  ChatMessage,
  Clause,
  Clock as ClockPlan,
  Devices,
  Guide,
  Health,
  Identity as Me,
  InvitablePerson,
  LevelSuggestion,
  NewTable,
  OptionInfo as OptionSpec,
  Person,
  PlayedGame,
  Praise,
  ReceivedInvitation,
  Replay,
  SeatPlan,
  SoloResult,
  Story,
  TableLists,
  TableSearchHit,
} from "../http";
export type * from "./coach";

/** Game-specific types that the API leaves open, as used by the shell. */
interface OfGame {
  view: AnyView;
  choices: AnyChoice[];
  previews: AnyPreview[];
  scores: AnySheet[];
}

/** An API schema with its open parts filled in. */
export type Read<Shape, Own = OfGame> = Omit<Shape, keyof Own> & Pick<Own, keyof Own & keyof Shape>;

export type BotInfo = Read<http.BotInfo, { about?: ({ key: string } & Record<string, unknown>) | null }>;
export type GameInfo = Read<http.GameInfo, { bots: BotInfo[] }>;
export type Position = Read<http.PositionAt>;
export type Sandbox = Read<http.Sandbox>;
export type Invite = Read<http.Invite, { clock: http.Clock | null }>;
export type TableDetails = Read<http.TableDetails, { result: GameResult | null; may: EndingRight[] }>;
/** A table in a list; `waits` is set only in the list of my own tables. */
export type TableSummary = http.TableSummary & Partial<Pick<http.MyTable, "waits">>;

export interface TutorialStep {
  id: string;
  /** Tasks with the same number belong to one step; if omitted, every task is a separate step. */
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
  /** True if the text mentions the values of choices, which are then shown. */
  numbers?: boolean;
}

/** Return the catalogue message for a rejection, by reason or else by code; otherwise the server's English text. */
export function refusalWords(refused: Record<string, unknown>): string | undefined {
  const { code, message, reason } = refused;
  const known = [reason as Message | null | undefined, { key: `refusal.${code}`, params: {} }];
  const own = known.find((one) => one && hasMessage(one.key));
  if (own) return t(own.key, own.params);
  return typeof message === "string" ? message : undefined;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly where: string | null;
  readonly clause: string | null;
  readonly reason: Message | null;
  /** Seconds until the next attempt (Retry-After); 0 if not given. */
  readonly retryAfter: number;

  constructor(status: number, body: Record<string, unknown>, retryAfter: string | null = null) {
    super(refusalWords(body) ?? `HTTP ${status}`);
    this.status = status;
    this.code = typeof body.code === "string" ? body.code : "unknown";
    this.where = typeof body.where === "string" ? body.where : null;
    this.clause = typeof body.clause === "string" ? body.clause : null;
    this.reason = (body.reason as Message | undefined) ?? null;
    this.retryAfter = Number.parseInt(retryAfter ?? "", 10) || 0;
  }
}

let known: Promise<http.Identity> | null = null;
let pending: Promise<http.Identity> | null = null;

/**
 * Return the current guest; the response creates one for new visitors. Concurrent calls, including those of other tabs,
 * share one request, because two requests would create two guests.
 */
function introduce(): Promise<http.Identity> {
  if (pending) return pending;
  const ask = () => request<http.Identity>("GET", "/me");
  // Web Locks require a secure context (HTTPS or localhost).
  const answer = globalThis.navigator?.locks ? navigator.locks.request("mandapa.me", ask) : ask();
  known = pending = answer.finally(() => {
    pending = null;
  });
  known.catch(() => {
    known = null;
  });
  return pending;
}

/**
 * Reading needs no session. Before a request that changes something, make sure that a guest exists, even if the server
 * has deleted the previous one.
 */
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
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new ApiError(0, { code: "unreachable", message: t("hall.unreachable") });
  }
  updateServerTime(response.headers.get("Date"));
  const text = await response.text();
  const parsed = parse(text);
  if (response.ok) return parsed as T;
  const error = ((parsed as { error?: object })?.error ?? {}) as Record<string, unknown>;
  // Rejections use the messages of tables, which the lobby has not loaded.
  await loadMessages("table").catch(() => undefined);
  throw new ApiError(response.status, error, response.headers.get("Retry-After"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const id = encodeURIComponent;

/** Build a query string, without empty values. */
function queryString(fields: Record<string, string | number>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export const api = {
  games: () => call<GameInfo[]>("GET", "/games"),
  /** `own` is the name of a set of the host's own pieces. */
  components: (game: string, own: string | null = null) =>
    call<unknown>("GET", `/games/${id(game)}/components${own === null ? "" : `?own=${id(own)}`}`),
  details: (table: string, seq: number) => call<unknown>("GET", `/tables/${id(table)}/details/${seq}`),
  guide: (game: string, language: string) =>
    call<http.Guide>("GET", `/games/${id(game)}/guide?lang=${language}`),
  tutorial: (game: string) => call<{ steps: TutorialStep[] }>("GET", `/games/${id(game)}/tutorial`),
  puzzles: () => call<http.Puzzles>("GET", "/puzzles"),
  lessons: async (game: string) => (await call<http.Lessons>("GET", `/lessons/${id(game)}`)).lessons,
  solve: (puzzle: http.PuzzleName, actions: string[], want: AttemptWish) =>
    call<Attempt>("POST", `/puzzles/${id(puzzle.game)}/${id(puzzle.id)}`, { actions, want }),
  /** Search for a better turn in an analysed match, after `ply` actions. */
  better: (table: string, ply: number, actions: string[], want: AttemptWish) =>
    call<Attempt>("POST", `/tables/${id(table)}/analysis/${ply}`, { actions, want }),
  health: () => call<http.Health>("GET", "/health"),
  me: introduce,
  rename: (name: string) => call<http.Identity>("PUT", "/me", { name }),
  setAppearance: (colour: string | null, languages: string[]) =>
    call<unknown>("PUT", "/me/face", { colour, languages }),
  forgetMe: async () => {
    await call<unknown>("DELETE", "/me");
    await globalThis.caches?.delete("positions"); // see cachedTables.ts
  },
  suitingLevel: (game: string) => call<http.LevelSuggestion>("GET", `/me/level?game=${id(game)}`),
  solo: (game: string) => call<http.SoloResults>("GET", `/me/solo?game=${id(game)}`),
  resumeCode: () => call<http.NewResumeCode>("POST", "/me/resume-code"),
  recoveryCode: () => call<http.RecoveryCode>("POST", "/me/recovery-code"),
  devices: () => call<http.Devices>("GET", "/me/devices"),
  signOut: (device: string) => call<unknown>("DELETE", `/me/devices/${id(device)}`),
  /** Return whether this browser receives push messages, and the server's public key if push is enabled. */
  pushState: () => call<http.PushState>("GET", "/me/push"),
  pushOn: (wish: http.PushSubscriptionRequest) => call<unknown>("PUT", "/me/push", wish),
  pushOff: () => call<unknown>("DELETE", "/me/push"),
  resume: (code: string) => call<http.ResumedIdentity>("POST", "/me/resume", { code }),
  /** `mine` is the number of my tables to list; with `game`, list only open tables of this game. */
  tables: (mine: number, open = 50, game = "") =>
    call<http.TableLists>("GET", `/tables?mine=${mine}&open=${open}${game && `&game=${id(game)}`}`),
  /** List my tables, newest first, filtered, after the given offset. */
  findTables: (wanted: { game: string; name: string; state: string; skip: number; count: number }) =>
    call<http.TableSearchPage>("GET", `/me/tables?${queryString(wanted)}`),
  /** List my finished games, the newest of `total`. */
  statistics: () => call<http.Statistics>("GET", "/me/statistics"),
  /** Take a seat at an open table of a game, or at a new one. */
  quick: (game: string) => call<http.CreatedTable>("POST", "/quick", { game }),
  open: (table: http.NewTable) => call<http.CreatedTable>("POST", "/tables", table),
  table: (table: string) => call<TableDetails>("GET", `/tables/${id(table)}`),
  invite: (invite: string) => call<Invite>("GET", `/invites/${id(invite)}`),
  inviteCode: (table: string) => call<http.InvitationCode>("POST", `/tables/${id(table)}/code`),
  /** Join by a seat's invitation or a table's code, with a chosen `colour`. */
  claim: (table: string, invite: string, colour: string | null = null) =>
    call<http.ClaimedSeat>("POST", `/tables/${id(table)}/claim`, { invite, colour }),
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
  words: (table: string) => call<http.ChatHistory>("GET", `/tables/${id(table)}/words`),
  say: (table: string, text: string, quick: boolean) =>
    call<http.ChatMessage>("POST", `/tables/${id(table)}/words`, { text, quick }),
  /** Turn the chat at my table on or off. */
  allowTalk: (table: string, on: boolean) => call<unknown>("PUT", `/tables/${id(table)}/talk`, { on }),
  reportWord: (table: string, word: number) =>
    call<unknown>("POST", `/tables/${id(table)}/words/${word}/report`, {}),
  /** Mute or unmute a participant in a table's chat. */
  mute: (table: string, who: string, on: boolean) =>
    call<unknown>("PUT", `/tables/${id(table)}/muted/${id(who)}`, { on }),
  muted: () => call<http.MutedPeople>("GET", "/me/muted"),
  invitablePeople: (table: string) => call<http.InvitablePeople>("GET", `/tables/${id(table)}/asked`),
  /** Invite a former opponent to my table, or withdraw the invitation. */
  setInvited: (table: string, who: string, on: boolean) =>
    call<unknown>("PUT", `/tables/${id(table)}/asked/${id(who)}`, { on }),
  /** Decline an invitation to a table. */
  decline: (table: string) => call<unknown>("DELETE", `/me/asked/${id(table)}`),
  people: () => call<http.People>("GET", "/me/people"),
  /** Block or unblock a player of a table. */
  block: (who: string, on: boolean) => call<unknown>("PUT", `/me/people/${id(who)}/blocked`, { on }),
  unmute: (who: string) => call<unknown>("DELETE", `/me/muted/${id(who)}`),
  close: (table: string) => call<unknown>("POST", `/tables/${id(table)}/close`),
  remove: (table: string) => call<unknown>("DELETE", `/tables/${id(table)}`),
  record: (table: string) => call<http.RecordModel>("GET", `/tables/${id(table)}/record`),
  importRecord: (record: unknown) => call<http.CreatedTable>("POST", "/records", record),
  fork: (table: string, ply: number, seats: http.SeatPlan[]) =>
    call<http.CreatedTable>("POST", `/tables/${id(table)}/fork`, { ply, seats }),
  rematch: (table: string) => call<http.CreatedTable>("POST", `/tables/${id(table)}/rematch`),
  replay: (table: string) => call<http.Replay>("GET", `/tables/${id(table)}/replay`),
  at: (table: string, ply: number) => call<Position>("GET", `/tables/${id(table)}/at/${ply}`),
  story: (table: string) => call<http.Story>("GET", `/tables/${id(table)}/story`),
  hint: (table: string, ply?: number, signal?: AbortSignal) =>
    call<http.Hint>("POST", `/tables/${id(table)}/hint`, ply === undefined ? {} : { ply }, signal),
  /** Return the expected results of my choices; abort with the signal. */
  expected: (table: string, signal: AbortSignal) =>
    call<http.ExpectedResults>("POST", `/tables/${id(table)}/expected`, undefined, signal),
  /** Return the loss of my unconfirmed turn; abort with the signal. */
  verdict: (table: string, signal: AbortSignal) =>
    call<http.CompleteTurn>("POST", `/tables/${id(table)}/verdict`, undefined, signal),
  analysis: (table: string) => call<AnalysisState>("GET", `/tables/${id(table)}/analysis`),
  analyse: (table: string, signal?: AbortSignal) =>
    call<AnalysisState>("POST", `/tables/${id(table)}/analysis`, undefined, signal),
  sandbox: (game: string, options: Record<string, unknown>, position: unknown, actions: string[]) =>
    call<Sandbox>("POST", "/sandbox", { game, options, position, actions }),
};
