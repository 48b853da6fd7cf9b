/** The enlarged seat: chosen by the viewer, or following the turn. */

import type { TableState } from "../connection/state.svelte";

export class SeatFocus {
  /** Seat that the viewer chose to enlarge; null follows the turn. */
  chosen = $state<number | null>(null);
  /** Enlarged seat. */
  seat = $derived.by(() => this.chosen ?? this.natural());

  constructor(private readonly table: TableState) {}

  /** Return the current viewer's seat, otherwise my seat to act, my first seat, or the seat to act. */
  private natural(): number {
    const { mine, prompt, sharedDevice } = this.table;
    const turn = prompt?.turn ?? null;
    if (sharedDevice.viewer !== null) return sharedDevice.viewer;
    if (turn !== null && mine.includes(turn)) return turn;
    return mine[0] ?? turn ?? 0;
  }
}
