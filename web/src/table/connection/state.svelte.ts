/**
 * The one state of a table's page. The server's pictures change it, components only read it.
 * Nothing here decides what is legal: it keeps what the server said last, and what we asked for since.
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

/** Events older than this many are dropped from the page; the replay has them all. */
const KEPT_EVENTS = 400;

export interface Refusal {
  code: string;
  /** Clause of the rules that forbids it, to be opened in the rules panel. */
  clause: string | null;
  reason: Reason | null;
}

export class TableState {
  /** Number of the last entry received; 0 before the first picture. */
  seq = $state(0);
  /** Who plays what; null before the first picture. */
  table = $state.raw<TableInfo | null>(null);
  /** What my seats may see of the position. The shape belongs to the game. */
  view = $state.raw<AnyView | null>(null);
  /** Legal actions of the seat to act, when it is mine; else []. */
  choices = $state.raw<AnyChoice[]>([]);
  /** What each choice would lead to, as far as the server has said it; of this position or of one that is shown later. */
  private told = $state.raw<{ seq: number; previews: AnyPreview[] }>({ seq: 0, previews: [] });
  /** What each choice would lead to; [] until it has come. */
  previews = $derived(this.told.seq === this.seq ? this.told.previews : []);
  /** The log, oldest first, taken-back lines removed. */
  events = $state.raw<GameEvent[]>([]);
  /** Events that led from the previous picture to this one; [] after a whole picture that we could not relate. */
  recent = $state.raw<GameEvent[]>([]);
  /** What was shown since my last decision. */
  since = $state.raw<readonly Shown[]>([]);
  /** Whose turn, what may be confirmed or taken back, result. */
  prompt = $state.raw<TurnPrompt | null>(null);
  /** Action sent and not yet answered. */
  pending = $state<string | null>(null);
  /** Id of the request behind `pending`. */
  pendingId = $state<string | null>(null);
  /** What the choices would bring has not come yet: boards light some places only then. */
  wondering = $derived(this.choices.length > 0 && this.told.seq !== this.seq);
  /** Where others at the table point, by seat. */
  pointers = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** State of the live connection. */
  connection = $state<Connection>("connecting");
  /** There is no network, and this is how the table stood then (milliseconds, as of Date.now()); null: as it is. */
  keptAt = $state<number | null>(null);
  /** Why the server hung up for good; null while it has not. */
  fatal = $state<string | null>(null);
  /** Its rules are not on the server any more: only the outcome and the record are. */
  outdated = $state(false);
  /** The server can store nothing at the moment, neither what I have just done. */
  storeAway = $state(false);
  /** The last refusal, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Seat chosen to be shown large; null follows the turn. */
  chosenFocus = $state<number | null>(null);
  /** Several people at this device must not see each other's secrets: one of them looks at a time. */
  secretive = $state(false);
  /** Of several people at this device who have secrets, the seat of the one who looks; null otherwise. */
  looking = $state<number | null>(null);
  /** Cells marked from a hovered log line or score row. */
  highlight = $state.raw<Highlight | null>(null);

  /** Seats as boards get them. */
  seats = $derived<SeatInfo[]>((this.table?.seats ?? []).map((seat) => fromWire(seat, this.tableAt)));
  /** Numbers of my seats. */
  mine = $derived<number[]>(this.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
  /**
   * Of whom a computer is to move in the position that is shown: it thinks, or what it did comes into sight next. What
   * the server is thinking about may be a move that is shown later.
   */
  thinking = $derived<number | null>(
    this.prompt?.result === null
      ? (this.seats.find((one) => one.seat === this.prompt?.turn && (one.kind === "bot" || one.standIn))
          ?.seat ?? null)
      : null,
  );
  /** The computer player that is to move waits until the server has time for it. */
  waits = $state(false);
  /** I have asked to take back, and the others have not answered yet. */
  asking = $derived(this.prompt?.ask_back != null && this.mine.includes(this.prompt.ask_back.by));
  /** One of my seats is asked to do something now. */
  myMove = $derived(this.prompt?.mine === true && this.prompt.result === null);
  /** Seat shown large. */
  focus = $derived(this.chosenFocus ?? this.naturalFocus());
  /** I may take back at once, or ask the other people: there is a decision of mine in force. */
  canBack = $derived(
    this.table?.status === "playing" &&
      this.prompt?.ask_back === null &&
      (this.prompt.can_back ||
        this.events.some((event) => event.kind === "act" && this.mine.includes(event.seat ?? -1))),
  );
  /** Somebody else at this device is to act: the device is to be passed on before anything is chosen. */
  passing = $derived(this.secretive && this.myMove && this.prompt?.turn !== this.looking);
  /** Of several people at this device the seat of who has it: who acted here last, before that who set up the table. */
  private holder = $derived(
    this.events.findLast((event) => event.kind === "act" && this.mine.includes(event.seat ?? -1))?.seat ??
      this.mine[0],
  );
  /** Another one of several people at this device is to act. */
  handOver = $derived(
    this.mine.length > 1 &&
      this.myMove &&
      (this.secretive ? this.passing : this.prompt?.turn !== this.holder),
  );
  /** The picture is about to change: an answer is on its way. */
  busy = $derived(this.pending !== null || this.wondering);
  /** The game is over. */
  over = $derived(this.table?.status === "over");

  /** Why it was over before its rules ended it, and who has resigned. */
  ended = $derived<Ended | null>(
    this.table?.ending ? { why: this.table.ending.why, name: this.name(this.table.ending.seat) } : null,
  );

  /** When `table` came, as of performance.now(): what it says in seconds counts from there. */
  tableAt = $state(0);

  /**
   * Whether a picture is for other eyes than the last one: of several people at one device who have secrets another one
   * looks, or this browser has other seats. What everybody may see (nobody looked) is no secret, nor is a game that is over.
   */
  isForOthers(picture: SyncMessage | DeltaMessage): boolean {
    const table = picture.table ?? this.table;
    if (!this.table || table?.status === "over") return false;
    const left = this.looking !== null && this.looking !== (picture.looking ?? null);
    return left || table?.you.join() !== this.table.you.join();
  }

  /** A state for other eyes: it knows of the connection and of what is open to all, and of nothing else. */
  forOthers(): TableState {
    const state = new TableState();
    state.connection = this.connection;
    state.pointers = this.pointers;
    state.secretive = this.secretive;
    return state;
  }

  /** Takes in a message, which came at `at` (performance.now()); answers "resync" when it does not follow on what we have. */
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
 * The log without what was taken back. A `back` entry says in `action` how many entries of the effective
 * history stay, so the actions from that ply on are dropped, and the entry itself stays as a line.
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
