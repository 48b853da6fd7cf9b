/** Messages of the live connection (`/api/tables/ID/live`), as documented in docs/protocol.md. */
import type { ChatMessage } from "../../lib/server/api";
import type { AnyChoice, AnyPreview, AnyView, GameEvent, Message } from "../contract";

export const PROTOCOL = 1;

/** A seat in the wire format; `seatFromWire` turns it into the SeatInfo that boards receive. */
export interface WireSeat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  connected: boolean;
  mine: boolean;
  stand_in: boolean;
  /** True if the player has resigned, so that the stand-in bot stays. */
  resigned: boolean;
  /** Seconds until other players may let a bot stand in; null unless the seat's player is away. */
  grace: number | null;
  /** Id of the player's avatar colour, if one was chosen. */
  colour?: string | null;
  /** Codes of the languages the player speaks. */
  languages?: string[];
}

/** Reason why a game ended early; `seat` is the seat that resigned. */
interface Ending {
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
  /** Reason why the game ended early. */
  ending: Ending | null;
  /** Ways in which I can leave or end the game. */
  may: EndingRight[];
  /** True if I can replace the bot of a bot seat. */
  sets_levels: boolean;
  /** True if I opened this table. */
  owner: boolean;
  seats: WireSeat[];
  /** Seats of this browser. */
  you: number[];
  spectators: number;
  /** Id of the rematch table, once a player has asked for one. */
  rematch: string | null;
  /** True if turns must be confirmed. */
  confirm: boolean;
  /** True for an imported record, which is view-only. */
  review?: boolean;
  /** True if chat is enabled. */
  talk?: boolean;
  /** True if the coach judges turns before they are confirmed. */
  coach?: boolean;
  /** Clocks of the seats; null without clocks. */
  clock?: Clock | null;
}

/** Timeout policy: do nothing, or let a bot take over the seat until the player is back, or for one turn. */
export type AtZero = "nothing" | "take_over" | "one_turn";

export interface Clock {
  /** Initial seconds, also the maximum. */
  bank: number;
  /** Seconds added after each turn. */
  increment: number;
  /** Seconds left by seat, as of the last entry. */
  left: number[];
  running: number | null;
  /** Seconds the clock had been running when this was sent. */
  elapsed: number | null;
  /** Timeout policy of this table. */
  at_zero?: AtZero;
}

export interface GameResult {
  totals: number[];
  ranks: number[];
  winners: number[];
}

/** The seat to act and the kind of decision expected. */
export interface TurnPrompt {
  turn: number | null;
  mine: boolean;
  can_confirm: boolean;
  /** True if my turn has reached a roll, which I trigger with `confirm`. */
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
  /** Seat of the current viewer if people with secrets share a device, otherwise null. */
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

/** Push previews of the choices after each new snapshot, with `id` null. */
interface PreviewMessage {
  type: "preview";
  id: string | null;
  seq: number;
  previews: AnyPreview[];
}

/** Reason for a rejection: a catalogue message, and the server's English text. */
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
  | (ChatMessage & { type: "word" })
  | { type: "point"; seats: number[]; at: string | null }
  | ErrorMessage;

export interface ErrorMessage {
  type: "error";
  code: string;
  message: string;
}

/** A request answered by `ok` or `rejected`; its id makes retries idempotent. */
export type Request =
  | { type: "act"; base_seq: number; action: string; then?: readonly string[] }
  | { type: "confirm"; base_seq: number }
  | { type: "back"; base_seq: number; to_ply?: number }
  | { type: "answer"; base_seq: number; agree: boolean }
  | { type: "withdraw"; base_seq: number };
