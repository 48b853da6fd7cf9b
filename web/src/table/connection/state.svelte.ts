/**
 * The single state of a table's page. Server snapshots change it; components only read it. Nothing here decides what is
 * legal: it holds the server's latest state and the requests made since.
 */

import { t } from "../../lib/language/i18n.svelte";
import { refusalWords } from "../../lib/server/api";
import type { AnyChoice, AnyPreview, AnyView, GameEvent, Highlight, SeatInfo } from "../contract";
import type { Ended } from "../ending/over";
import { type Shown, since } from "../log/since";
import { nameOf } from "../seats/names";
import type {
  DeltaMessage,
  Reason,
  RejectedMessage,
  ServerMessage,
  SyncMessage,
  TableInfo,
  TurnPrompt,
  WireSeat,
} from "./protocol";
import type { Connection } from "./socket";

/** Number of events kept on the page; the replay has them all. */
const KEPT_EVENTS = 400;

export interface Refusal {
  code: string;
  /** Clause that forbids it, to be opened in the rules panel. */
  clause: string | null;
  reason: Reason | null;
}

export class TableState {
  /** Number of the last entry received; 0 before the first snapshot. */
  seq = $state(0);
  /** Game, seats and options; null before the first snapshot. */
  table = $state.raw<TableInfo | null>(null);
  /** The position as visible to my seats. The shape belongs to the game. */
  view = $state.raw<AnyView | null>(null);
  /** Legal actions of the seat to act, when it is mine; else []. */
  choices = $state.raw<AnyChoice[]>([]);
  /** Outcome of each choice received so far; of this position or of one that is shown later. */
  private told = $state.raw<{ seq: number; previews: AnyPreview[] }>({ seq: 0, previews: [] });
  /** Outcome of each choice; [] until received. */
  previews = $derived(this.told.seq === this.seq ? this.told.previews : []);
  /** The log, oldest first, without undone lines. */
  events = $state.raw<GameEvent[]>([]);
  /** Events between the previous snapshot and this one; [] after a full snapshot that could not be related. */
  recent = $state.raw<GameEvent[]>([]);
  /** Events shown since my last decision. */
  since = $state.raw<readonly Shown[]>([]);
  /** Turn, possible confirmation and undo, and result. */
  prompt = $state.raw<TurnPrompt | null>(null);
  /** Action sent and not yet answered. */
  pending = $state<string | null>(null);
  /** Id of the request behind `pending`. */
  pendingId = $state<string | null>(null);
  /** True until previews of the choices arrive: boards highlight some places only then. */
  wondering = $derived(this.choices.length > 0 && this.told.seq !== this.seq);
  /** Where other players point, by seat. */
  pointers = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** State of the live connection. */
  connection = $state<Connection>("connecting");
  /** Time of the stored snapshot shown while offline (milliseconds, as of Date.now()); null if current. */
  keptAt = $state<number | null>(null);
  /** Reason why the server closed the connection for good; null while open. */
  fatal = $state<string | null>(null);
  /** True if the rules are no longer on the server: only the result and the record are available. */
  outdated = $state(false);
  /** True if the server currently cannot store anything, including my last action. */
  storeAway = $state(false);
  /** The last refusal, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Seat chosen to be shown large; null follows the turn. */
  chosenFocus = $state<number | null>(null);
  /** True if people who share this device have secrets from each other and look one at a time. */
  secretive = $state(false);
  /** Seat of the current viewer if people with secrets share this device; null otherwise. */
  looking = $state<number | null>(null);
  /** Cells highlighted by a hovered log line or score row. */
  highlight = $state.raw<Highlight | null>(null);

  /** Seats in the form boards receive. */
  seats = $derived<SeatInfo[]>((this.table?.seats ?? []).map((seat) => fromWire(seat, this.tableAt)));
  /** Numbers of my seats. */
  mine = $derived<number[]>(this.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
  /**
   * Bot seat to move in the shown position: it is thinking, or its move is shown next. The server may already be
   * thinking about a later move.
   */
  thinking = $derived<number | null>(
    this.prompt?.result === null
      ? (this.seats.find((one) => one.seat === this.prompt?.turn && (one.kind === "bot" || one.standIn))
          ?.seat ?? null)
      : null,
  );
  /** True if the bot to move is queued on the server. */
  waits = $state(false);
  /** True if I have asked to undo and the other players have not answered yet. */
  asking = $derived(this.prompt?.ask_back != null && this.mine.includes(this.prompt.ask_back.by));
  /** True if one of my seats is to act. */
  myMove = $derived(this.prompt?.mine === true && this.prompt.result === null);
  /** Seat shown large. */
  focus = $derived(this.chosenFocus ?? this.naturalFocus());
  /** True if I may undo immediately or ask the other players: one of my decisions is in force. */
  canBack = $derived(
    this.table?.status === "playing" &&
      this.prompt?.ask_back === null &&
      (this.prompt.can_back ||
        this.events.some((event) => event.kind === "act" && this.mine.includes(event.seat ?? -1))),
  );
  /** True if another person at this device is to act: the device must be passed on before anything is chosen. */
  passing = $derived(this.secretive && this.myMove && this.prompt?.turn !== this.looking);
  /** Seat that holds the shared device: the last one that acted here, initially the one that opened the table. */
  private holder = $derived(
    this.events.findLast((event) => event.kind === "act" && this.mine.includes(event.seat ?? -1))?.seat ??
      this.mine[0],
  );
  /** True if another person at this device is to act. */
  handOver = $derived(
    this.mine.length > 1 &&
      this.myMove &&
      (this.secretive ? this.passing : this.prompt?.turn !== this.holder),
  );
  /** True if the snapshot is about to change: an answer is pending. */
  busy = $derived(this.pending !== null || this.wondering);
  /** True if the game is over. */
  over = $derived(this.table?.status === "over");

  /** Reason why it ended before its rules ended it, and the seat that resigned. */
  ended = $derived<Ended | null>(
    this.table?.ending ? { why: this.table.ending.why, name: this.name(this.table.ending.seat) } : null,
  );

  /** Time when `table` arrived, as of performance.now(): its values in seconds count from there. */
  tableAt = $state(0);

  /**
   * Return whether a snapshot is for another viewer than the last one: another person at a device with secrets, or
   * other seats of this browser. A snapshot without a viewer or of a finished game holds no secrets.
   */
  isForOthers(picture: SyncMessage | DeltaMessage): boolean {
    const table = picture.table ?? this.table;
    if (!this.table || table?.status === "over") return false;
    const left = this.looking !== null && this.looking !== (picture.looking ?? null);
    return left || table?.you.join() !== this.table.you.join();
  }

  /** Return a state for another viewer: it keeps the connection and public data only. */
  forOthers(): TableState {
    const state = new TableState();
    state.connection = this.connection;
    state.pointers = this.pointers;
    state.secretive = this.secretive;
    return state;
  }

  /** Apply a message received at `at` (performance.now()); return "resync" if it does not follow the current state. */
  receive(message: ServerMessage, at = performance.now()): "resync" | undefined {
    switch (message.type) {
      case "sync":
        this.takeSync(message, at);
        return;
      case "delta":
        return this.takeDelta(message, at);
      case "preview":
        if (message.seq >= this.seq) this.told = message;
        return;
      case "rejected":
        this.takeRejection(message, at);
        return;
      case "ok":
        this.storeAway = false;
        if (message.id === this.pendingId && this.seq >= message.seq) this.clearPending();
        return;
      case "error":
        this.fatal = refusalWords({ ...message }) ?? null;
        this.outdated = message.code === "outdated";
        this.storeAway = message.code === "store_away";
        return;
      case "point":
        this.takePointer(message.seats, message.at);
        return;
      case "thinking":
        this.waits = message.waits;
        return;
      case "word":
      case "pong":
        return;
    }
  }

  private takePointer(seats: number[], at: string | null): void {
    const pointers = new Map(this.pointers);
    for (const seat of seats) {
      if (at === null) pointers.delete(seat);
      else pointers.set(seat, at);
    }
    this.pointers = pointers;
  }

  name(seat: number | null | undefined): string {
    return nameOf(seat, this.seats, t);
  }

  private takeSync(message: SyncMessage, at: number): void {
    const had = this.seq;
    this.tableAt = at;
    this.table = message.table;
    this.events = folded(message.events);
    this.show(message, had === 0 ? [] : message.events.filter((event) => event.seq > had));
  }

  private takeDelta(message: DeltaMessage, at: number): "resync" | undefined {
    if (message.from > this.seq || this.isForOthers(message)) return "resync";
    if (message.seq < this.seq) return;
    const fresh = message.events.filter((event) => event.seq > this.seq);
    if (message.table) {
      this.tableAt = at;
      this.table = message.table;
    }
    if (this.asking && fresh.some((event) => event.kind === "refuse_back"))
      this.refusal = { code: "refuse_back", clause: null, reason: null };
    this.events = folded([...this.events, ...fresh]).slice(-KEPT_EVENTS);
    this.show(message, fresh);
    return;
  }

  private show(message: SyncMessage | DeltaMessage, recent: GameEvent[]): void {
    if (this.pendingId === null) this.storeAway = false;
    const moved = message.seq !== this.seq;
    const turned = message.prompt.turn !== this.prompt?.turn;
    this.seq = message.seq;
    // Boards forget what was touched when the position changes, not when a guest comes to the table.
    this.view = moved ? message.view : unlessEqual(this.view, message.view);
    this.looking = message.looking ?? null;
    this.choices = moved ? message.choices : unlessEqual(this.choices, message.choices);
    this.prompt = message.prompt;
    if (moved) {
      this.recent = recent;
      this.since = since(this.since, { view: message.view, recent }, this.mine);
      this.clearPending();
    }
    if (turned && message.prompt.mine) this.chosenFocus = null;
  }

  private takeRejection(message: RejectedMessage, at: number): void {
    if (message.sync) this.takeSync({ ...message.sync, type: "sync" }, at);
    this.clearPending();
    if (message.code === "unavailable") this.told = { seq: this.seq, previews: [] };
    this.refusal = { code: message.code, clause: message.clause, reason: message.reason };
  }

  private clearPending(): void {
    this.pending = null;
    this.pendingId = null;
  }

  /** My seat that is to act, else my first seat, else the seat to act. */
  private naturalFocus(): number {
    const turn = this.prompt?.turn ?? null;
    if (this.looking !== null) return this.looking;
    if (turn !== null && this.mine.includes(turn)) return turn;
    return this.mine[0] ?? turn ?? 0;
  }
}

/** The new value, or the old object if both have the same contents. */
function unlessEqual<T>(old: T, value: T): T {
  return JSON.stringify(old) === JSON.stringify(value) ? old : value;
}

function fromWire(seat: WireSeat, at: number): SeatInfo {
  const info: SeatInfo = {
    seat: seat.seat,
    name: seat.name || t("seat.open"),
    kind: seat.kind,
    mine: seat.mine,
    connected: seat.connected,
    standIn: seat.stand_in,
    resigned: seat.resigned,
    colour: seat.colour ?? null,
    languages: seat.languages ?? [],
  };
  if (seat.bot) info.bot = seat.bot;
  if (seat.grace !== null) info.standInFrom = at + seat.grace * 1_000;
  return info;
}

/**
 * Return the log without undone actions. The `action` of a `back` entry is the number of entries left in the effective
 * history: actions from that ply on are dropped, and the entry itself stays as a line.
 */
export function folded(events: GameEvent[]): GameEvent[] {
  let kept: GameEvent[] = [];
  for (const event of events) {
    if (event.kind === "back") {
      const stay = Number(event.action);
      kept = kept.filter((one) => !isAction(one) || one.ply < stay);
    }
    kept.push(event);
  }
  return kept;
}

function isAction(event: GameEvent): boolean {
  return event.kind === "act" || event.kind === "chance";
}
