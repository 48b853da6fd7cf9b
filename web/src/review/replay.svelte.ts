/** Replay of a game: plies, shown position, and navigation. */
import { api, type Position, type Replay, type TableDetails } from "../lib/server/api";
import type { GameEvent, SeatInfo } from "../table/contract";

export class ReplayState {
  /** The table with its seats; null until loaded. */
  table = $state.raw<TableDetails | null>(null);
  /** Actions of the effective history. */
  replay = $state.raw<Replay>({ plies: [], length: 0 });
  /** Requested position, as a number of actions. */
  ply = $state(0);
  /** Position shown; it lags behind `ply` while being fetched. */
  position = $state.raw<Position | null>(null);
  /** Action that led to the shown position, when coming from the previous one. */
  recent = $state.raw<GameEvent[]>([]);
  /** Error; null if there is none. */
  problem = $state<string | null>(null);

  seats = $derived<SeatInfo[]>(
    (this.table?.seats ?? []).map((seat) => ({
      seat: seat.seat,
      name: seat.name,
      kind: seat.kind,
      mine: seat.mine,
      connected: true,
      standIn: seat.stand_in,
      resigned: seat.resigned,
      ...(seat.bot ? { bot: seat.bot } : {}),
    })),
  );
  events = $derived<GameEvent[]>(this.replay.plies.map(asEvent));
  /** Seat of the last move shown; null at the start and for chance. */
  mover = $derived(this.ply === 0 ? null : (this.replay.plies[this.ply - 1]?.seat ?? null));
  /** Seat to act in the shown position; null for chance and at the end. */
  actor = $derived(this.replay.plies[this.ply]?.seat ?? null);

  private readonly cache = new Map<number, Promise<Position>>();

  constructor(private readonly id: string) {}

  async load(ply: number | null): Promise<void> {
    try {
      [this.table, this.replay] = await Promise.all([api.table(this.id), api.replay(this.id)]);
      await this.goTo(ply ?? this.replay.length);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  async goTo(ply: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.replay.length, ply));
    this.ply = wanted;
    try {
      const position = await this.fetch(wanted);
      if (this.ply !== wanted) return;
      const stepped = this.position !== null && this.position.ply === wanted - 1;
      this.recent = stepped ? this.events.slice(wanted - 1, wanted) : [];
      this.position = position;
      for (const near of [wanted + 1, wanted - 1]) {
        if (near >= 0 && near <= this.replay.length) void this.fetch(near).catch(() => undefined);
      }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private fetch(ply: number): Promise<Position> {
    let position = this.cache.get(ply);
    if (!position) {
      position = api.at(this.id, ply);
      this.cache.set(ply, position);
      position.catch(() => this.cache.delete(ply));
    }
    return position;
  }
}

function asEvent(ply: Replay["plies"][number]): GameEvent {
  return {
    seq: ply.seq,
    details: ply.details,
    ply: ply.ply,
    seat: ply.seat,
    kind: ply.seat === null ? "chance" : "act",
    action: ply.text,
    log: ply.log,
    turn: ply.turn,
    barrier: false,
    at: "",
  };
}
