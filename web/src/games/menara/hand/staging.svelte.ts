/** Playback of an action's recorded motion before its result, and the pieces that fell. */
import { untrack } from "svelte";
import type { BoardProps } from "../../../table/contract";
import { FallenPieces, fallenOf } from "../board/fallenPieces.svelte";
import type { View, Wire } from "../wire";
import { endsOf, motionOf, PACE, type ShownMotion, untilRest } from "./motionReplay";

type Table = Pick<BoardProps<Wire>, "view" | "recent" | "details" | "showing"> & {
  events: NonNullable<BoardProps<Wire>["events"]>;
};

export class Staging {
  /** An action whose motion is loading (`shown` is null) or playing, with the view before it. */
  act = $state.raw<{ before: View; shown: ShownMotion | null } | null>(null);
  /** The fall that ended the game, for replay. */
  fall = $state.raw<ShownMotion | null>(null);
  readonly fallenPieces = new FallenPieces();
  private before: View | null = null;
  private handledEvents: unknown = null;

  constructor(private readonly table: Table) {}

  /** True while motion is loading. */
  get loading(): boolean {
    return this.act !== null && this.act.shown === null;
  }

  /** Play the recorded motion of a new action. */
  follow(): void {
    const { recent, view } = this.table;
    untrack(() => {
      const was = this.before;
      this.before = view;
      const result =
        was && recent !== this.handledEvents ? recent.findLast((event) => event.details) : undefined;
      this.handledEvents = recent;
      if (result && was) void this.stage(result.seq, was, view);
    });
  }

  /** Look up the positions of pieces that fell before this page was opened. */
  gather(): void {
    const { view, events, details } = this.table;
    if (this.act || !details || fallenOf(view).size === 0) return;
    untrack(() => void this.fallenPieces.gather(view, events, details).catch(() => undefined));
  }

  /** Replay the fall more slowly, with the camera circling the temple. */
  replayFall(): void {
    const { fall } = this;
    if (fall) this.show({ before: fall.before, shown: { ...fall, pace: PACE.again, around: true } });
  }

  /** Stop, and show the result. */
  end(): void {
    this.show(null);
  }

  private show(next: typeof this.act): void {
    this.act = next;
    this.table.showing?.(next !== null);
  }

  private async stage(seq: number, was: View, next: View): Promise<void> {
    const { details } = this.table;
    if (!details) return;
    const mine = { before: was, shown: null };
    this.show(mine);
    const runs = await motionOf(seq, details).catch(() => []);
    this.fallenPieces.note(endsOf(runs));
    const floors = [...was.floors, ...next.floors, ...next.fallen];
    const sides = new Map(floors.map((floor) => [floor.floor, floor.side]));
    const act = this.table.events.find((event) => event.seq === seq);
    const collapses = act?.log.params.outcome === "collapses";
    const pace = collapses ? PACE.collapse : PACE.usual;
    const shown = { runs: runs.map(untilRest), before: was, sides, pace, around: false };
    if (collapses && runs.length > 0) this.fall = shown;
    if (this.act === mine) this.show(runs.length > 0 ? { before: was, shown } : null);
  }
}
