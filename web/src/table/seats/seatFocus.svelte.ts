/** The seat shown large: one chosen by the viewer, or the one that follows from the turn. */

import type { TableState } from "../connection/state.svelte";

export class SeatFocus {
  /** Seat chosen to be shown large; null follows the turn. */
  chosen = $state<number | null>(null);
  /** Seat shown large. */
  seat = $derived.by(() => this.chosen ?? this.natural());

  constructor(private readonly table: TableState) {}

  /** The current viewer's seat, else my seat that is to act, else my first seat, else the seat to act. */
  private natural(): number {
    const { mine, prompt, sharedDevice } = this.table;
    const turn = prompt?.turn ?? null;
    if (sharedDevice.viewer !== null) return sharedDevice.viewer;
    if (turn !== null && mine.includes(turn)) return turn;
    return mine[0] ?? turn ?? 0;
  }
}
