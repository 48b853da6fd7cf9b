/** One visit to a table: its state, its connection, and the player's requests. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { cachedTable, cacheTable, frozenSnapshot, removeCachedTable } from "../../lib/server/cachedTables";
import { gameInfo } from "../../lib/server/games";
import { Chat } from "../chat/chat.svelte";
import type { AnyPreview } from "../contract";
import { PlaybackQueue } from "../turn/playbackQueue";
import type { DeltaMessage, Request, ServerMessage } from "./protocol";
import { browserSocket, TableSocket } from "./socket";
import { TableState } from "./state.svelte";

/** Milliseconds without changes before a snapshot is stored. */
const SETTLED = 600;

/** Errors that mean that the table no longer exists or that I have no access to it. */
const GONE = new Set(["not_found", "unknown_table", "forbidden"]);

const GAPS = { calm: 1_400, normal: 750, quick: 320, instant: 0 } as const;

export class Session {
  /**
   * State of the page. It is recreated for another viewer, with everything else that has state, so that nothing remains
   * of the previous one (see TableSession.svelte).
   */
  state = $state.raw(new TableState());
  /** Chat belongs to the user of this browser, whichever seat is viewing the board. */
  readonly chat: Chat;
  private readonly socket: TableSocket;
  /** Number of the last entry received, whether shown or queued. */
  private received = 0;
  /** The latest preview request for actions that are not among the choices. */
  private question: { id: string; answer(preview: AnyPreview | null): void } | null = null;
  /** Seat that confirmed its turn: its hand is hidden as soon as another turn begins. */
  private leaving: number | null = null;
  private readonly playback = new PlaybackQueue<{ delta: DeltaMessage; at: number }>(
    ({ delta, at }) => this.show(delta, at),
    () => (document.hidden || this.state.pending !== null ? 0 : GAPS[preferences.pace]),
  );

  /** Timer to store the current snapshot. */
  private keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly id: string) {
    this.chat = new Chat(id);
    this.socket = new TableSocket({
      open: () => browserSocket(id),
      haveSeq: () => this.received,
      viewer: () => this.state.sharedDevice.viewer,
      receive: (message) => this.receive(message),
      changed: (connection) => {
        this.state.connection.phase = connection;
        if (connection === "lost") void this.restoreCached();
      },
    });
  }

  /** Send a decision with follow-up decisions; the server executes all or none. */
  act(action: string, then: readonly string[] = []): void {
    const request: Request = { type: "act", base_seq: this.state.seq, action };
    this.leaving = null;
    this.pend(action, then.length > 0 ? { ...request, then } : request);
  }

  /** Preview the last of a sequence of actions; null if a newer request superseded it. */
  requestPreview(actions: readonly string[]): Promise<AnyPreview | null> {
    this.question?.answer(null); // the server answers only the latest request
    return new Promise((answer) => {
      this.question = { id: this.socket.preview(this.state.seq, actions), answer };
    });
  }

  /** Show the other players where this player points. */
  point(at: string | null): void {
    this.socket.point(at);
  }

  /** Select the viewer on a shared device: the server does not even send the secrets of the other seats. */
  look(seat: number | null): void {
    this.socket.look(seat);
  }

  /** Confirm my turn, or trigger the roll it waits for. */
  confirm(): void {
    this.leaving = this.state.sharedDevice.viewer;
    this.pend("confirm", { type: "confirm", base_seq: this.state.seq });
  }

  /** Undo one decision, or back to a position. Beyond the player's own turn, this asks the other players. */
  back(toPly?: number): void {
    const request: Request = { type: "back", base_seq: this.state.seq };
    this.pend("back", toPly === undefined ? request : { ...request, to_ply: toPly });
  }

  answer(agree: boolean): void {
    this.pend("answer", { type: "answer", base_seq: this.state.seq, agree });
  }

  /** Withdraw my undo request. */
  withdraw(): void {
    this.pend("withdraw", { type: "withdraw", base_seq: this.state.seq });
  }

  reconnectNow(): void {
    if (document.hidden) return;
    this.socket.reconnectNow();
  }

  away(): void {
    this.socket.away();
  }

  close(): void {
    clearTimeout(this.keeping);
    this.playback.clear();
    this.socket.close();
  }

  private pend(name: string, request: Request): void {
    if (this.state.pending !== null) return;
    this.state.refusal = null;
    this.state.pending = name;
    this.state.pendingId = this.socket.request(request);
  }

  private receive(message: ServerMessage): void {
    if (message.type === "word") {
      this.chat.receive(message);
      return;
    }
    if (message.type === "preview" && message.id === this.question?.id) {
      this.question.answer(message.previews[0] ?? null);
      this.question = null;
      return;
    }
    if (message.type === "preview" && message.id !== null) return;
    if (message.type === "delta") {
      this.receiveDelta(message);
      return;
    }
    const whole = message.type === "sync" ? message : message.type === "rejected" ? message.sync : null;
    if (whole) {
      this.playback.clear();
      this.received = whole.seq;
      if (this.state.isForOthers(whole)) this.forget();
    }
    this.state.receive(message);
    if (message.type === "error" && GONE.has(message.code)) void removeCachedTable(this.id);
    if (whole) this.state.connection.snapshotTime = null;
    if (message.type === "sync" || message.type === "rejected") this.afterPicture();
  }

  /** If the server cannot be reached, show the last stored snapshot without actions. */
  private async restoreCached(): Promise<void> {
    const kept = this.state.seq === 0 ? await cachedTable(this.id) : null;
    if (!kept || this.state.seq > 0) return;
    this.state.receive(kept.picture);
    this.state.connection.snapshotTime = kept.at;
  }

  /** Store a snapshot of my table, unless people sharing this device have secrets from each other. */
  private cacheLater(): void {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => void this.cacheNow(), SETTLED);
  }

  private async cacheNow(): Promise<void> {
    const { table, view, events, prompt, seq, mine, sharedDevice } = this.state;
    if (!table || !view || !prompt || mine.length === 0 || sharedDevice.hasSecrets) return;
    const info = await gameInfo(table.game);
    const picture = frozenSnapshot({ type: "sync", seq, table, view, events, prompt, choices: [] });
    if (info) await cacheTable({ id: this.id, at: Date.now(), info, picture });
  }

  /** Switch to another viewer. */
  private forget(): void {
    this.state = this.state.forOthers();
    this.question?.answer(null);
    this.question = null;
  }

  private receiveDelta(message: DeltaMessage): void {
    if (message.from > this.received) {
      this.socket.resync();
      return;
    }
    this.received = Math.max(this.received, message.seq);
    this.playback.push({ delta: message, at: performance.now() });
  }

  private show(delta: DeltaMessage, at: number): void {
    if (this.state.receive(delta, at) === "resync") this.socket.resync(true);
    else this.afterPicture();
  }

  private afterPicture(): void {
    this.cacheLater();
    const { prompt } = this.state;
    if (this.leaving !== null && prompt?.turn !== this.leaving) {
      this.leaving = null;
      this.look(null);
    }
    if ((prompt?.can_confirm || prompt?.can_roll) && preferences.autoConfirm) this.confirm();
  }
}
