/** Pieces that fell and lie about: where recorded motion left them, until they are set up again. */
import type { GameEvent } from "../../../table/contract";
import { endsOf, type Lie, motionOf } from "../hand/replaying";
import type { Colour, Side, View } from "../wire";
import { baseKey } from "./shapes";

/** A piece that lies about: its kind as the pieces are made by, and where. */
export interface Lying {
  kind: Colour | Side;
  lie: Lie;
}

/** How many events with motion are looked through for where something fell. */
const FARTHEST = 24;

/** What the view says to have fallen, by code. */
export function fallenOf(view: View): Map<string, Colour | Side> {
  const found = new Map<string, Colour | Side>();
  for (const floor of view.fallen) found.set(floor.floor, floor.side);
  for (const floor of [...view.floors, ...view.fallen])
    floor.bases.forEach((base, number) => {
      if (base.column === "fallen") found.set(baseKey([floor.floor, number]), base.colour);
    });
  return found;
}

export class Rubble {
  private ends = $state.raw<ReadonlyMap<string, Lie>>(new Map());

  note(ends: ReadonlyMap<string, Lie>): void {
    this.ends = new Map([...this.ends, ...ends]);
  }

  /** The fallen pieces of a view, as far as it is known where they lie. */
  of(view: View): ReadonlyMap<string, Lying> {
    const found = new Map<string, Lying>();
    for (const [code, kind] of fallenOf(view)) {
      const lie = this.ends.get(code);
      if (lie) found.set(code, { kind, lie });
    }
    return found;
  }

  /** Looks up where pieces lie that fell before this page was opened, the last fall first. */
  async gather(
    view: View,
    events: readonly GameEvent[],
    details: (seq: number) => Promise<unknown>,
  ): Promise<void> {
    const wanted = new Set([...fallenOf(view).keys()].filter((code) => !this.ends.has(code)));
    const falls = events
      .filter((event) => event.details)
      .toReversed()
      .slice(0, FARTHEST);
    const found = new Map<string, Lie>();
    for (const event of falls) {
      if (wanted.size === 0) break;
      for (const [code, lie] of endsOf(await motionOf(event.seq, details).catch(() => [])))
        if (wanted.delete(code)) found.set(code, lie);
    }
    if (found.size > 0) this.note(new Map([...found, ...this.ends]));
  }
}
