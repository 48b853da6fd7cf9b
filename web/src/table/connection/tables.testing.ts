/** Tables for tests: a running game of Asha (0, mine) and Bala (1), and incoming messages. */
import type { GameEvent } from "../contract";
import type { DeltaMessage, SyncMessage, TableInfo, TurnPrompt, WireSeat } from "./protocol";
import { TableState } from "./state.svelte";

export function wireSeat(seat: number, name: string, mine: boolean): WireSeat {
  return {
    seat,
    name,
    kind: "person",
    bot: null,
    connected: true,
    mine,
    stand_in: false,
    resigned: false,
    grace: null,
  };
}

export function tableInfo(more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "x",
    game: "toy",
    options: {},
    players: 2,
    status: "playing",
    ending: null,
    may: [],
    sets_levels: false,
    owner: true,
    seats: [wireSeat(0, "Asha", true), wireSeat(1, "Bala", false)],
    you: [0],
    spectators: 0,
    rematch: null,
    confirm: true,
    ...more,
  };
}

/** Return the prompt for a seat's turn; null means that the game is over and Asha has won. */
export function promptFor(turn: number | null, more: Partial<TurnPrompt> = {}): TurnPrompt {
  return {
    turn,
    mine: turn === 0,
    can_confirm: false,
    can_roll: false,
    can_back: false,
    waiting_for: turn === null ? [] : [turn],
    ask_back: null,
    result: turn === null ? { totals: [9, 3], ranks: [1, 2], winners: [0] } : null,
    ...more,
  };
}

export function act(seq: number, seat: number, action = `a${seq}`, kind = "act"): GameEvent {
  const log = { key: "toy.act", params: {} };
  return { seq, ply: seq - 1, seat, kind, action, log, turn: seat, barrier: false, at: "" };
}

export function syncOf(seq: number, turn: number | null, more: Partial<SyncMessage> = {}): SyncMessage {
  const status = turn === null ? ("over" as const) : ("playing" as const);
  return {
    type: "sync",
    seq,
    table: tableInfo({ status }),
    view: { game: "toy" },
    choices: turn === 0 ? [{ action: "a" }] : [],
    events: [],
    prompt: promptFor(turn),
    ...more,
  };
}

/** Return a message after which it is this seat's turn; null means that the game is over. */
export function deltaOf(
  seq: number,
  turn: number | null,
  events: GameEvent[],
  prompt = promptFor(turn),
): DeltaMessage {
  const { view, choices, table } = syncOf(seq, turn);
  return { type: "delta", from: seq - 1, seq, view, choices, events, prompt, table };
}

/** Return a table at this seat's turn. */
export function tableWith(turn: number | null, more: Partial<SyncMessage> = {}): TableState {
  const state = new TableState();
  state.receive(syncOf(1, turn, more));
  return state;
}
