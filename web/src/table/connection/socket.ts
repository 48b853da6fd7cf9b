/**
 * Live connection to one table: send hello with the last entry number, ping, detect silence, reconnect with growing and
 * jittered delays, and resend requests with the same id until they are answered.
 */
import { PROTOCOL, type Request, type ServerMessage } from "./protocol";

const PING_EVERY = 2_500;
export const DEAD_AFTER = 9_000;
export const RESEND_AFTER = 2_500;
export const MIN_PAUSE = 500;
const MAX_PAUSE = 15_000;

/** Errors after which reconnecting cannot help. */
const FATAL = new Set([
  "unsupported_proto",
  "not_found",
  "unknown_table",
  "forbidden",
  "foreign_origin",
  "outdated",
]);

export type Connection = "connecting" | "online" | "lost" | "refused";

/** The subset of WebSocket used here, so that tests can provide a fake. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

interface SocketOptions {
  open(): Socket;
  /** Number of the last entry received, sent with every hello. */
  haveSeq(): number;
  /** Viewer if several people share this device; null for none in particular. */
  viewer?(): number | null;
  receive(message: ServerMessage): void;
  changed(connection: Connection): void;
  /** Random number in [0, 1), for jitter of the delays. */
  random?: () => number;
}

interface Unanswered {
  text: string;
  timer: ReturnType<typeof setTimeout>;
}

export class TableSocket {
  private socket: Socket | null = null;
  private connection: Connection = "connecting";
  private readonly unanswered = new Map<string, Unanswered>();
  private attempts = 0;
  private nextId = 1;
  private readonly prefix: string;
  /** Fires if nothing was received for too long. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private returning: ReturnType<typeof setTimeout> | undefined;
  private readonly random: () => number;

  constructor(private readonly options: SocketOptions) {
    this.random = options.random ?? Math.random;
    // Ids must stay unique after a page reload.
    this.prefix = Math.floor(this.random() * 2 ** 32).toString(36);
    this.connect();
  }

  /** Send a request, repeating it until it is answered; return its id. */
  request(request: Request): string {
    const id = this.freshId();
    const text = JSON.stringify({ id, ...request });
    this.unanswered.set(id, { text, timer: this.resendLater(id) });
    this.transmit(text);
    return id;
  }

  /** Request a preview of a sequence of actions; return its id. Lost requests are not repeated. */
  preview(baseSeq: number, of: readonly string[]): string {
    const id = this.freshId();
    this.transmit(JSON.stringify({ type: "preview", id, base_seq: baseSeq, of }));
    return id;
  }

  /** Show the other players where this player points. Lost messages are not repeated. */
  point(at: string | null): void {
    this.transmit(JSON.stringify({ type: "point", at }));
  }

  /** Request everything after the last entry, or with `whole` a full snapshot. */
  resync(whole = false): void {
    const have = whole ? 0 : this.options.haveSeq();
    const look = this.options.viewer?.() ?? null;
    const hello = { type: "hello", proto: PROTOCOL, have_seq: have, previews: true };
    this.transmit(JSON.stringify(look === null ? hello : { ...hello, look }));
  }

  /** Switch the viewer; the server answers with a full snapshot for them. */
  look(seat: number | null): void {
    this.transmit(JSON.stringify({ type: "look", seat }));
  }

  /** The page is visible or the network is back: reconnect immediately. */
  reconnectNow(): void {
    if (this.connection === "refused") return;
    if (this.socket) this.ping();
    else this.connect();
  }

  /** The browser is offline: do not wait for the silence timeout. */
  away(): void {
    if (this.socket) this.lost();
  }

  close(): void {
    this.connection = "refused";
    for (const { timer } of this.unanswered.values()) clearTimeout(timer);
    this.unanswered.clear();
    clearTimeout(this.returning);
    this.drop();
  }

  private freshId(): string {
    return `${this.prefix}-${this.nextId++}`;
  }

  private connect(): void {
    clearTimeout(this.returning);
    this.drop();
    const socket = this.options.open();
    this.socket = socket;
    this.listen();
    socket.onopen = () => {
      this.resync();
      for (const { text } of this.unanswered.values()) this.transmit(text);
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.lost();
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), DEAD_AFTER);
  }

  /** Detach the current socket without handling its close event. */
  private drop(): void {
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    if (!this.socket) return;
    this.socket.onopen = null;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close(1000); // messages without an id are lost
    this.socket = null;
  }

  private receive(text: string): void {
    this.listen();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "sync" || message.type === "delta") {
      if (this.unanswered.size === 0) this.attempts = 0;
      this.change("online");
    }
    if (message.type === "ok" || message.type === "rejected") {
      this.attempts = 0;
      this.answered(message.id);
    }
    if (message.type === "error" && FATAL.has(message.code)) {
      this.close();
      this.options.changed("refused");
    }
    this.options.receive(message);
  }

  private answered(id: string | null): void {
    if (id === null) return;
    clearTimeout(this.unanswered.get(id)?.timer);
    this.unanswered.delete(id);
  }

  private ping(): void {
    this.transmit(JSON.stringify({ type: "ping", id: this.freshId() }));
  }

  private lost(): void {
    this.drop();
    this.change("lost");
    const pause = Math.min(MAX_PAUSE, MIN_PAUSE * 1.7 ** this.attempts);
    this.attempts += 1;
    this.returning = setTimeout(() => this.connect(), pause * (0.5 + this.random()));
  }

  private resendLater(id: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const entry = this.unanswered.get(id);
      if (!entry) return;
      this.transmit(entry.text);
      entry.timer = this.resendLater(id);
    }, RESEND_AFTER);
  }

  /** Send only through an open socket: requests are resent when it opens. */
  private transmit(text: string): void {
    try {
      this.socket?.send(text);
    } catch {
      // The socket is opening or closing: the request stays unanswered and will be repeated.
    }
  }

  private change(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.options.changed(connection);
  }
}

/** Open a browser WebSocket to the table. */
export function browserSocket(table: string): Socket {
  const url = new URL(`/api/tables/${encodeURIComponent(table)}/live`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url) as unknown as Socket;
}
