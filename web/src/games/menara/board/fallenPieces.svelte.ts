/** Fallen pieces: their positions at the end of the recorded motion, until they are set up again. */
import type { GameEvent } from "../../../table/contract";
import { endsOf, motionOf, type RestingPose } from "../hand/motionReplay";
import type { Colour, Side, View } from "../wire";
import { baseKey } from "./shapes";

/** A fallen piece: its kind, which determines its mesh, and its position. */
export interface FallenPiece {
  kind: Colour | Side;
  pose: RestingPose;
}

/** Maximum number of recorded events to search for fallen pieces. */
const MAX_EVENTS = 24;

/** Return the fallen pieces of the view, by code. */
export function fallenOf(view: View): Map<string, Colour | Side> {
  const found = new Map<string, Colour | Side>();
  for (const floor of view.fallen) found.set(floor.floor, floor.side);
  for (const floor of [...view.floors, ...view.fallen])
    floor.bases.forEach((base, number) => {
      if (base.column === "fallen") found.set(baseKey([floor.floor, number]), base.colour);
    });
  return found;
}

export class FallenPieces {
  private ends = $state.raw<ReadonlyMap<string, RestingPose>>(new Map());

  note(ends: ReadonlyMap<string, RestingPose>): void {
    this.ends = new Map([...this.ends, ...ends]);
  }

  /** Fallen pieces of a view whose positions are known. */
  of(view: View): ReadonlyMap<string, FallenPiece> {
    const found = new Map<string, FallenPiece>();
    for (const [code, kind] of fallenOf(view)) {
      const pose = this.ends.get(code);
      if (pose) found.set(code, { kind, pose });
    }
    return found;
  }

  /** Look up the positions of pieces that fell before this page was opened, the last fall first. */
  async gather(
    view: View,
    events: readonly GameEvent[],
    details: (seq: number) => Promise<unknown>,
  ): Promise<void> {
    const wanted = new Set([...fallenOf(view).keys()].filter((code) => !this.ends.has(code)));
    const falls = events
      .filter((event) => event.details)
      .toReversed()
      .slice(0, MAX_EVENTS);
    const found = new Map<string, RestingPose>();
    for (const event of falls) {
      if (wanted.size === 0) break;
      for (const [code, lie] of endsOf(await motionOf(event.seq, details).catch(() => [])))
        if (wanted.delete(code)) found.set(code, lie);
    }
    if (found.size > 0) this.note(new Map([...found, ...this.ends]));
  }
}
