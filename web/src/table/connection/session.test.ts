import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent } from "../contract";
import type { DeltaMessage, ServerMessage, SyncMessage } from "./protocol";
import type { Session as SessionClass } from "./session.svelte";
import type { Socket } from "./socket";
import { promptFor, tableInfo, wireSeat } from "./tables.testing";

/** The browser features that a session needs. */
class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];

  constructor() {
    socket = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.onclose = null;
  }

  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Id of the last message of this type. */
  lastId(type: string): string {
    return String(this.sent.findLast((message) => message.type === type)?.id);
  }
}

let socket: FakeSocket;
let session: SessionClass;

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("location", { href: "http://hall/t/x" });
vi.stubGlobal("document", { hidden: true });
const { Session } = await import("./session.svelte");

beforeEach(() => {
  vi.useFakeTimers();
  session = new Session("x");
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Return a snapshot for Asha (0) or Bala (1), who share a device with secrets, or for neither (null). */
function sync(seq: number, looking: number | null, more: Partial<SyncMessage> = {}): SyncMessage {
  const you = more.table?.you ?? [0, 1];
  const seats = [wireSeat(0, "Asha", you.includes(0)), wireSeat(1, "Bala", you.includes(1))];
  const table = tableInfo({ game: "chola", seats, you });
  const prompt = promptFor(0);
  const view = { game: "chola", viewer: looking };
  return {
    type: "sync",
    seq,
    table,
    view,
    choices: looking === 0 ? [{ action: "build hv4" }] : [],
    events: [drawn(seq, looking === 0 ? "hv4" : "")],
    prompt,
    looking,
    ...more,
  };
}

function drawn(seq: number, card: string): GameEvent {
  const log = card ? { key: "card", params: { card } } : { key: "card_unseen", params: {} };
  return { seq, ply: seq, seat: null, kind: "chance", action: card, log, turn: 1, barrier: true, at: "" };
}

function delta(from: number, seq: number, looking: number | null): DeltaMessage {
  const { view, choices, events, prompt } = sync(seq, looking);
  return { type: "delta", from, seq, view, choices, events, prompt, looking };
}

/** Return everything that the page could still show, as JSON. */
function known(): string {
  const { events, recent, previews, choices, view, refusal, highlight, pending, focus } = session.state;
  return JSON.stringify([events, recent, previews, choices, view, refusal, highlight, pending, focus.chosen]);
}

test("one viewer's data is cleared before the next viewer sees the page", () => {
  socket.tell(sync(5, null));
  const open = session.state;
  socket.tell(sync(5, 0));
  expect(session.state, "what everybody may see is no secret").toBe(open);
  socket.tell({ type: "preview", id: null, seq: 5, previews: [{ action: "build hv4" }] });
  socket.tell(delta(5, 6, 0));
  expect(session.state.recent).toHaveLength(1);
  session.state.highlight = { seat: 0, cells: [[1, 1]] };
  session.state.refusal = { code: "illegal_action", clause: null, reason: { key: "hv4", params: {} } };
  session.state.focus.chosen = 0;
  expect(known()).toContain("hv4");

  socket.tell(sync(6, null));
  expect(session.state).not.toBe(open);
  expect(known()).not.toContain("hv4");
  expect(session.state).toMatchObject({
    connection: { phase: "online" },
    recent: [],
    previews: [],
    highlight: null,
  });
  socket.tell(sync(6, 1));
  expect(known()).not.toContain("hv4");
});

test("an answer for one viewer does not reach the next", () => {
  socket.tell(sync(5, 0));
  void session.requestPreview(["build hv4"]);
  const question = socket.lastId("preview");
  socket.tell(sync(5, 1));
  socket.tell({ type: "preview", id: question, seq: 5, previews: [{ action: "build hv4" }] });
  expect(session.state.previews).toEqual([]);
});

test("the board is busy until the previews have arrived, and while an action is on its way", () => {
  socket.tell(sync(5, 0));
  expect(session.state.busy).toBe(true);
  socket.tell({ type: "preview", id: null, seq: 5, previews: [] });
  expect(session.state.busy).toBe(false);
  expect(socket.sent.filter((message) => message.type === "preview")).toEqual([]);
  session.act("build hv4");
  expect(session.state.busy).toBe(true);
  socket.tell({ ...delta(5, 6, 0), choices: [] });
  expect(session.state.busy).toBe(false);
});

test("a question about actions is answered with null once the viewer changes", async () => {
  socket.tell(sync(5, 0));
  const answer = session.requestPreview(["build hv4"]);
  socket.tell(sync(5, 1));
  expect(await answer).toBeNull();
});

test("a viewer who gets another seat requests a full sync and starts with a new state", () => {
  const { table } = sync(5, null);
  const alone = { ...table, you: [0], seats: [wireSeat(0, "Asha", true), wireSeat(1, "Bala", false)] };
  socket.tell(sync(5, null, { table: alone, events: [drawn(5, "hv4")] }));
  const before = session.state;
  expect(known()).toContain("hv4");
  socket.tell({ ...delta(5, 6, null), table });
  expect(socket.sent.at(-1)).toMatchObject({ type: "hello", have_seq: 0 });
  socket.tell(sync(6, null));
  expect(session.state).not.toBe(before);
  expect(known()).not.toContain("hv4");
});

test("when the game is over, everything is public and stays on the page", () => {
  socket.tell(sync(5, 0));
  const state = session.state;
  socket.tell({ ...delta(5, 6, null), table: { ...sync(6, null).table, status: "over" } });
  expect(session.state).toBe(state);
  expect(session.state.recent).toHaveLength(1);
});
