import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "./protocol";
import { type Connection, DEAD_AFTER, MIN_PAUSE, RESEND_AFTER, type Socket, TableSocket } from "./socket";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  isOpen = false;
  isClosed = false;

  send(text: string): void {
    if (!this.isOpen) throw new Error("InvalidStateError");
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.isOpen = true;
    this.onopen?.();
  }

  say(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

let sockets: FakeSocket[];
let received: ServerMessage[];
let states: Connection[];
let seq: number;
let table: TableSocket;

const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  received = [];
  states = [];
  seq = 0;
  table = new TableSocket({
    open: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    haveSeq: () => seq,
    receive: (message) => received.push(message),
    changed: (connection) => states.push(connection),
    random: () => 0.5,
  });
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

test("says hello with its sequence number and is online after the first sync", () => {
  last().open();
  expect(last().sent[0]).toEqual({ type: "hello", proto: 1, have_seq: 0, previews: true });
  expect(states).toEqual([]);
  last().say({ type: "sync", seq: 4 });
  expect(states).toEqual(["online"]);
  expect(received[0]).toMatchObject({ type: "sync", seq: 4 });
});

test("reconnects with growing pauses and requests what it missed", () => {
  last().open();
  last().say({ type: "sync", seq: 4 });
  seq = 4;
  last().onclose?.();
  expect(states).toEqual(["online", "lost"]);
  vi.advanceTimersByTime(MIN_PAUSE - 1);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
  last().onclose?.();
  vi.advanceTimersByTime(MIN_PAUSE);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(MIN_PAUSE);
  expect(sockets).toHaveLength(3);
  last().open();
  expect(last().sent[0]).toEqual({ type: "hello", proto: 1, have_seq: 4, previews: true });
});

test("an unanswered action is sent again with the same id until it is answered", () => {
  last().open();
  const id = table.request({ type: "act", base_seq: 4, action: "take K3" });
  vi.advanceTimersByTime(RESEND_AFTER * 2);
  const acts = last().of("act");
  expect(acts).toHaveLength(3);
  expect(new Set(acts.map((act) => act.id))).toEqual(new Set([id]));
  last().say({ type: "ok", id, seq: 5 });
  vi.advanceTimersByTime(RESEND_AFTER);
  expect(last().of("act")).toHaveLength(3);
});

test("an action made while offline is sent after the next hello, with the same id", () => {
  last().open();
  last().say({ type: "sync", seq: 4 });
  table.away();
  const id = table.request({ type: "act", base_seq: 4, action: "pass" });
  vi.advanceTimersByTime(MIN_PAUSE);
  last().open();
  expect(last().sent.slice(0, 2)).toEqual([
    { type: "hello", proto: 1, have_seq: 0, previews: true },
    { type: "act", id, base_seq: 4, action: "pass" },
  ]);
});

test("a rejection also answers a request", () => {
  last().open();
  const id = table.request({ type: "confirm", base_seq: 4 });
  last().say({ type: "rejected", id, code: "stale" });
  vi.advanceTimersByTime(RESEND_AFTER * 2);
  expect(last().of("confirm")).toHaveLength(1);
});

test("a silent server is considered dead after nine seconds, a talking one is not", () => {
  last().open();
  for (let second = 0; second < 12; second += 1) {
    vi.advanceTimersByTime(1_000);
    last().say({ type: "pong", id: "x" });
  }
  expect(sockets).toHaveLength(1);
  expect(last().of("ping").length).toBeGreaterThan(2);
  const silent = last();
  vi.advanceTimersByTime(DEAD_AFTER + 1_000);
  expect(silent.isClosed).toBe(true);
  expect(states).toContain("lost");
});

test("an error that reconnecting cannot fix ends the attempts", () => {
  last().open();
  last().say({ type: "error", code: "unsupported_proto", message: "too old" });
  last().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  expect(states).toEqual(["refused"]);
});

test("waking up connects immediately instead of waiting", () => {
  last().open();
  last().onclose?.();
  table.reconnectNow();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(MIN_PAUSE * 2);
  expect(sockets).toHaveLength(2);
});
