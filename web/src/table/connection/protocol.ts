/** The messages of the live connection (`/api/tables/ID/live`), as the server documents them. */
import type { SaidWord } from "../../lib/server/api";
import type { AnyChoice, AnyPreview, AnyView, GameEvent, Message } from "../contract";

export const PROTOCOL = 1;

/** A seat as it travels; `fromWire` turns it into the SeatInfo that boards get. */
export interface WireSeat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  connected: boolean;
  mine: boolean;
  stand_in: boolean;
  /** The person has given up: the computer that stands in stays. */
  resigned: boolean;
  /** Seconds until others may let a computer stand in; null unless a person sits there who is away. */
  grace: number | null;
  /** Of the picture of the person who sits there, if one was chosen. */
  colour?: string | null;
  /** Codes of the languages that the person speaks. */
  languages?: string[];
}

/** Why a game was over before its rules ended it; `seat`: who has resigned. */
export interface Ending {
  why: "resigned" | "closed" | "untouched" | "host" | "rules";
  seat: number | null;
}

export type EndingRight = "leave" | "resign" | "close" | "delete";

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  players: number;
  status: "waiting" | "playing" | "over";
  /** Why it was over before its rules ended it. */
  ending: Ending | null;
  /** How I may end it, or my part in it. */
  may: EndingRight[];
  /** I may let another computer player decide where one decides. */
  sets_levels: boolean;
  /** I opened this table. */
  owner: boolean;
  seats: WireSeat[];
  /** My seats. */
  you: number[];
  spectators: number;
  /** The table of the rematch, once somebody asked for one. */
  rematch: string | null;
  /** A turn waits for its confirmation. */
  confirm: boolean;
  /** An imported record: to be looked at, not to be played. */
  review?: boolean;
  /** People may talk here. */
  talk?: boolean;
  /** The coach says what a turn loses before it is confirmed. */
  coach?: boolean;
  /** Times of the seats; null without clocks. */
  clock?: Clock | null;
}

/** Nothing, or a computer takes the seat over until the person is back. */
export type AtZero = "nothing" | "take_over" | "one_turn";

export interface Clock {
  /** Seconds at the start, and the most that can be saved. */
  bank: number;
  /** Seconds that a finished turn earns. */
  increment: number;
  /** Seconds left by seat, at the last entry. */
  left: number[];
  running: number | null;
  /** For how many seconds it had run when this was sent. */
  elapsed: number | null;
  /** What happens when the time of somebody is up. */
  at_zero?: AtZero;
}

export interface GameResult {
  totals: number[];
  ranks: number[];
  winners: number[];
}

/** What is expected of whom. */
export interface TurnPrompt {
  turn: number | null;
  mine: boolean;
  can_confirm: boolean;
  /** My turn has come to a roll: it is drawn when I ask for it, by `confirm`. */
  can_roll: boolean;
  can_back: boolean;
  waiting_for: number[];
  ask_back: { by: number; to_ply: number } | null;
  result: GameResult | null;
}

interface Picture {
  seq: number;
  view: AnyView;
  choices: AnyChoice[];
  events: GameEvent[];
  prompt: TurnPrompt;
  /** Of several people at one device who have secrets, the seat of the one who looks; null otherwise. */
  looking?: number | null;
}

export interface SyncMessage extends Picture {
  type: "sync";
  table: TableInfo;
}

export interface DeltaMessage extends Picture {
  type: "delta";
  from: number;
  table?: TableInfo;
}

/** Previews of the choices follow on each new picture, without a question: their `id` is null. */
export interface PreviewMessage {
  type: "preview";
  id: string | null;
  seq: number;
  previews: AnyPreview[];
}

/** Why something was refused: a sentence of the catalogue, and the server's own words. */
export interface Reason extends Message {
  text?: string;
}

export interface RejectedMessage {
  type: "rejected";
  id: string | null;
  code: string;
  clause: string | null;
  reason: Reason;
  sync: SyncMessage | null;
}

export type ServerMessage =
  | SyncMessage
  | DeltaMessage
  | PreviewMessage
  | RejectedMessage
  | { type: "ok"; id: string; seq: number }
  | { type: "thinking"; seat: number; on: boolean; waits: boolean }
  | { type: "pong"; id: string }
  | (SaidWord & { type: "word" })
  | { type: "point"; seats: number[]; at: string | null }
  | { type: "error"; code: string; message: string };

/** A request that must be answered by `ok` or `rejected`; its id makes a repeat harmless. */
export type Request =
  | { type: "act"; base_seq: number; action: string; then?: readonly string[] }
  | { type: "confirm"; base_seq: number }
  | { type: "back"; base_seq: number; to_ply?: number }
  | { type: "answer"; base_seq: number; agree: boolean }
  | { type: "withdraw"; base_seq: number };
