/**
 * The single state of a table's page: server snapshots change it, components only read it. It decides nothing about
 * legality; it holds the latest snapshot and the requests made since.
 */

import { t } from "../../lib/language/i18n.svelte";
import type { AnyChoice, AnyPreview, AnyView, GameEvent, Highlight, SeatInfo } from "../contract";
import type { EarlyEnd } from "../ending/gameOverText";
import { catchUpSnapshots, type ShownSnapshot } from "../log/catchUp";
import { nameOf } from "../seats/names";
import { SeatFocus } from "../seats/seatFocus.svelte";
import { seatFromWire } from "../seats/seatInfo";
import { ConnectionState } from "./connectionState.svelte";
import { withoutUndoneActions } from "./history";
import type {
  DeltaMessage,
  Reason,
  RejectedMessage,
  ServerMessage,
  SyncMessage,
  TableInfo,
  TurnPrompt,
} from "./protocol";
import { SharedDevice } from "./sharedDevice.svelte";

/** Maximum number of events kept on the page; the replay has all of them. */
const MAX_EVENTS = 400;

export interface Refusal {
  code: string;
  /** Clause of the rules that forbids it, to open in the rules panel. */
  clause: string | null;
  reason: Reason | null;
}

export class TableState {
  readonly connection = new ConnectionState();
  readonly sharedDevice = new SharedDevice(this);
  /** Enlarged seat. */
  readonly focus = new SeatFocus(this);

  /** Number of the last entry received; 0 before the first snapshot. */
  seq = $state(0);
  /** Game, seats and options; null before the first snapshot. */
  table = $state.raw<TableInfo | null>(null);
  /** The position as visible to my seats, in the game's own format. */
  view = $state.raw<AnyView | null>(null);
  /** Legal actions if one of my seats is to act, otherwise []. */
  choices = $state.raw<AnyChoice[]>([]);
  /** Previews received so far, for this position or one that is shown later. */
  private latestPreviews = $state.raw<{ seq: number; previews: AnyPreview[] }>({ seq: 0, previews: [] });
  /** Previews of the choices; [] until received. */
  previews = $derived(this.latestPreviews.seq === this.seq ? this.latestPreviews.previews : []);
  /** The log, oldest first, without undone lines. */
  events = $state.raw<GameEvent[]>([]);
  /** Events between the previous snapshot and this one; [] after an unrelated full snapshot. */
  recent = $state.raw<GameEvent[]>([]);
  /** Events shown since my last decision. */
  since = $state.raw<readonly ShownSnapshot[]>([]);
  /** Current turn, permissions to confirm and undo, and result. */
  prompt = $state.raw<TurnPrompt | null>(null);
  /** Action that was sent and not answered yet. */
  pending = $state<string | null>(null);
  /** Id of the request for `pending`. */
  pendingId = $state<string | null>(null);
  /** True until previews of the choices arrive; boards highlight some places only then. */
  awaitsPreviews = $derived(this.choices.length > 0 && this.latestPreviews.seq !== this.seq);
  /** Places that other players point at, by seat. */
  pointers = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** Last refusal, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Cells highlighted by a hovered log line or score row. */
  highlight = $state.raw<Highlight | null>(null);

  /** Seats in the form boards receive. */
  seats = $derived<SeatInfo[]>((this.table?.seats ?? []).map((seat) => seatFromWire(seat, this.tableAt)));
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
  /** True if my undo request has not been answered yet. */
  undoRequested = $derived(this.prompt?.ask_back != null && this.mine.includes(this.prompt.ask_back.by));
  /** True if one of my seats is to act. */
  myMove = $derived(this.prompt?.mine === true && this.prompt.result === null);
  /** True if I can undo, or ask the other players for it: one of my decisions is in the effective history. */
  canBack = $derived(
    this.table?.status === "playing" &&
      this.prompt?.ask_back === null &&
      (this.prompt.can_back || this.lastOwnAction() !== undefined),
  );
  /** True if an answer is pending, so that the snapshot is about to change. */
  busy = $derived(this.pending !== null || this.awaitsPreviews);
  /** True if the game is over. */
  over = $derived(this.table?.status === "over");

  /** Reason why the game ended early, and the seat that resigned. */
  ended = $derived<EarlyEnd | null>(
    this.table?.ending ? { why: this.table.ending.why, name: this.name(this.table.ending.seat) } : null,
  );

  /** Time when `table` arrived, as of performance.now(): its values in seconds are relative to it. */
  tableAt = $state(0);

  /**
   * Return whether a snapshot is for another viewer than the last one: another person at a shared device, or other
   * seats of this browser. A snapshot without a viewer, or of a finished game, has no secrets.
   */
  isForOthers(picture: SyncMessage | DeltaMessage): boolean {
    const table = picture.table ?? this.table;
    if (!this.table || table?.status === "over") return false;
    const { viewer } = this.sharedDevice;
    const left = viewer !== null && viewer !== (picture.looking ?? null);
    return left || table?.you.join() !== this.table.you.join();
  }

  /** Return the state for another viewer, which keeps the connection and public data only. */
  forOthers(): TableState {
    const state = new TableState();
    state.connection.phase = this.connection.phase;
    state.pointers = this.pointers;
    state.sharedDevice.hasSecrets = this.sharedDevice.hasSecrets;
    return state;
  }

  /**
   * Apply a message received at `at` (performance.now()); return "resync" if it does not continue the current state.
   */
  receive(message: ServerMessage, at = performance.now()): "resync" | undefined {
    switch (message.type) {
      case "sync":
        this.takeSync(message, at);
        return;
      case "delta":
        return this.takeDelta(message, at);
      case "preview":
        if (message.seq >= this.seq) this.latestPreviews = message;
        return;
      case "rejected":
        this.takeRejection(message, at);
        return;
      case "ok":
        this.connection.storeAway = false;
        if (message.id === this.pendingId && this.seq >= message.seq) this.clearPending();
        return;
      case "error":
        this.connection.fail(message);
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

  /** Last decision of one of my seats in the effective history. */
  lastOwnAction(): GameEvent | undefined {
    return this.events.findLast((event) => event.kind === "act" && this.mine.includes(event.seat ?? -1));
  }

  name(seat: number | null | undefined): string {
    return nameOf(seat, this.seats, t);
  }

  private takeSync(message: SyncMessage, at: number): void {
    const had = this.seq;
    this.tableAt = at;
    this.table = message.table;
    this.events = withoutUndoneActions(message.events);
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
    if (this.undoRequested && fresh.some((event) => event.kind === "refuse_back"))
      this.refusal = { code: "refuse_back", clause: null, reason: null };
    this.events = withoutUndoneActions([...this.events, ...fresh]).slice(-MAX_EVENTS);
    this.show(message, fresh);
    return;
  }

  private show(message: SyncMessage | DeltaMessage, recent: GameEvent[]): void {
    if (this.pendingId === null) this.connection.storeAway = false;
    const moved = message.seq !== this.seq;
    const turned = message.prompt.turn !== this.prompt?.turn;
    this.seq = message.seq;
    // Boards forget touches when the position changes, but not when a guest joins the table.
    this.view = moved ? message.view : unlessEqual(this.view, message.view);
    this.sharedDevice.viewer = message.looking ?? null;
    this.choices = moved ? message.choices : unlessEqual(this.choices, message.choices);
    this.prompt = message.prompt;
    if (moved) {
      this.recent = recent;
      this.since = catchUpSnapshots(this.since, { view: message.view, recent }, this.mine);
      this.clearPending();
    }
    if (turned && message.prompt.mine) this.focus.chosen = null;
  }

  private takeRejection(message: RejectedMessage, at: number): void {
    if (message.sync) this.takeSync({ ...message.sync, type: "sync" }, at);
    this.clearPending();
    if (message.code === "unavailable") this.latestPreviews = { seq: this.seq, previews: [] };
    this.refusal = { code: message.code, clause: message.clause, reason: message.reason };
  }

  private clearPending(): void {
    this.pending = null;
    this.pendingId = null;
  }
}

/** Return the new value, or the old object if both have equal contents. */
function unlessEqual<T>(old: T, value: T): T {
  return JSON.stringify(old) === JSON.stringify(value) ? old : value;
}
