import { expect, test } from "vitest";
import type { GameEvent } from "../contract";
import { withoutUndoneActions } from "./history";
import type { DeltaMessage, SyncMessage } from "./protocol";
import { TableState } from "./state.svelte";
import { promptFor, tableInfo, wireSeat } from "./tables.testing";

const table = tableInfo({
  game: "kerala",
  seats: [wireSeat(0, "Asha", true), { ...wireSeat(1, "Adept", false), kind: "bot", bot: "adept" }],
});
const prompt = promptFor(0);

function event(seq: number, kind = "act", action = "pass", ply = seq - 1): GameEvent {
  return { seq, ply, seat: 0, kind, action, log: { key: "k", params: {} }, turn: 1, barrier: false, at: "" };
}

const viewAt = (seq: number) => ({ game: "kerala", seq });

function sync(seq: number, more: Partial<SyncMessage> = {}): SyncMessage {
  const events = Array.from({ length: seq }, (_, index) => event(index + 1));
  return {
    type: "sync",
    seq,
    table,
    view: viewAt(seq),
    choices: [{ action: "pass" }],
    events,
    prompt,
    ...more,
  };
}

function delta(from: number, seq: number): DeltaMessage {
  const events = Array.from({ length: seq - from }, (_, index) => event(from + index + 1));
  return { type: "delta", from, seq, view: viewAt(seq), choices: [], events, prompt };
}

test("a consecutive delta appends its events and sets the recent ones", () => {
  const state = new TableState();
  state.receive(sync(3));
  expect(state.recent).toEqual([]);
  expect(state.receive(delta(3, 5))).toBeUndefined();
  expect(state.seq).toBe(5);
  expect(state.events.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5]);
  expect(state.recent.map((one) => one.seq)).toEqual([4, 5]);
});

test("a delta that changes only the table keeps the position and its choices", () => {
  const state = new TableState();
  state.receive(sync(3));
  const { view, choices } = state;
  state.receive({ ...delta(3, 3), choices: [{ action: "pass" }], table: { ...table, spectators: 1 } });
  expect(state.table?.spectators).toBe(1);
  expect(state.view).toBe(view);
  expect(state.choices).toBe(choices);
  state.receive(delta(3, 3));
  expect(state.choices).toEqual([]);
});

test("a delta after a gap changes nothing and requests a resync", () => {
  const state = new TableState();
  state.receive(sync(3));
  expect(state.receive(delta(5, 6))).toBe("resync");
  expect(state.seq).toBe(3);
  expect(state.view).toEqual(viewAt(3));
});

test("a stale delta is ignored, an overlapping one adds only the new events", () => {
  const state = new TableState();
  state.receive(sync(4));
  state.receive(delta(1, 2));
  expect(state.view).toEqual(viewAt(4));
  state.receive(delta(2, 6));
  expect(state.events.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(state.recent.map((one) => one.seq)).toEqual([5, 6]);
});

test("a rejection applies the server's state, clears the pending action and keeps the reason", () => {
  const state = new TableState();
  state.receive(sync(3));
  state.pending = "take K3";
  state.pendingId = "c1";
  state.receive({
    type: "rejected",
    id: "c1",
    code: "stale",
    clause: "KER-TURN-1",
    reason: { key: "table.refusal.stale", params: {} },
    sync: sync(7),
  });
  expect(state.seq).toBe(7);
  expect(state.pending).toBeNull();
  expect(state.refusal).toMatchObject({ code: "stale", clause: "KER-TURN-1" });
});

test("previews of another position are not shown", () => {
  const state = new TableState();
  state.receive(sync(3));
  state.receive({ type: "preview", id: null, seq: 2, previews: [{ action: "old" }] });
  expect(state.previews).toEqual([]);
  state.receive({ type: "preview", id: null, seq: 3, previews: [{ action: "new" }] });
  expect(state.previews).toEqual([{ action: "new" }]);
  state.receive({ type: "preview", id: null, seq: 4, previews: [{ action: "next" }] });
  expect(state.previews).toEqual([]);
  state.receive(delta(3, 4));
  expect(state.previews).toEqual([{ action: "next" }]);
  state.receive(delta(4, 5));
  expect(state.previews).toEqual([]);
});

test("a take-back drops the actions from that ply on and keeps a line about it", () => {
  const log = withoutUndoneActions([
    event(1),
    event(2),
    event(3),
    event(4, "back", "1", 1),
    event(5, "act", "pass", 1),
  ]);
  expect(log.map((one) => one.seq)).toEqual([1, 4, 5]);
});

test("an open seat has a placeholder name", () => {
  const seats = table.seats.map((seat) =>
    seat.seat === 1 ? { ...seat, name: "", kind: "open" as const } : seat,
  );
  const state = new TableState();
  state.receive(sync(0, { table: { ...table, seats } }));
  expect(state.name(1)).toBe("Open seat");
});

test("a shared device is handed over between turns, not within one", () => {
  const shared = { ...table, seats: table.seats.map((seat) => ({ ...seat, mine: true })), you: [0, 1] };
  const state = new TableState();
  state.receive(sync(3, { table: shared }));
  expect(state.sharedDevice.handOver).toBe(false);
  state.receive(sync(3, { table: shared, prompt: { ...prompt, turn: 1 } }));
  expect(state.sharedDevice.handOver).toBe(true);
});

test("with secrets on a shared device, the board is covered until the next player has it", () => {
  const shared = { ...table, seats: table.seats.map((seat) => ({ ...seat, mine: true })), you: [0, 1] };
  const state = new TableState();
  const { sharedDevice } = state;
  sharedDevice.hasSecrets = true;
  const seen = (turn: number, looking: number | null) => {
    state.receive(sync(3, { table: shared, prompt: { ...prompt, turn }, looking }));
    return [sharedDevice.mustHandOver, sharedDevice.covered];
  };
  expect(seen(0, 0)).toEqual([false, false]);
  expect(seen(1, 0)).toEqual([true, false]);
  expect(seen(1, null)).toEqual([true, true]);
  expect(seen(1, 1)).toEqual([false, false]);
});

test("the creator of a table on a shared device starts without a hand-over", () => {
  const shared = { ...table, seats: table.seats.map((seat) => ({ ...seat, mine: true })), you: [0, 1] };
  const state = new TableState();
  state.receive(sync(0, { table: shared }));
  expect(state.sharedDevice.handOver).toBe(false);
  state.receive(sync(0, { table: shared, prompt: { ...prompt, turn: 1 } }));
  expect(state.sharedDevice.handOver).toBe(true);
});

test("my seat to act is shown large unless another was chosen; my next turn shows mine again", () => {
  const state = new TableState();
  state.receive(sync(3));
  expect(state.focus.seat).toBe(0);
  state.focus.chosen = 1;
  expect(state.focus.seat).toBe(1);
  state.receive({ ...delta(3, 4), prompt: { ...prompt, turn: 1, mine: false } });
  expect(state.focus.seat).toBe(1);
  state.receive(delta(4, 5));
  expect(state.focus.seat).toBe(0);
});

test("the thinking bot is the one to act in the position shown, not in a later one", () => {
  const state = new TableState();
  state.receive(sync(3));
  expect(state.thinking).toBeNull();
  state.receive({ type: "thinking", seat: 1, on: true, waits: true });
  expect(state.thinking).toBeNull();
  expect(state.waits).toBe(true);
  state.receive({ ...delta(3, 4), prompt: { ...prompt, turn: 1, mine: false } });
  state.receive({ type: "thinking", seat: 1, on: false, waits: false });
  expect(state.thinking).toBe(1);
});
