/** Decisions revised by undo: the side of the floor in hand, and the order of swaps in an exchange. */
import { untrack } from "svelte";
import type { GameEvent } from "../../../table/contract";
import { ofKind } from "../board/shapes";
import { inOrder, swapsMade } from "../panels/exchange";
import type { Choice, Side, Swap, View } from "../wire";

interface Table {
  view: View;
  choices: readonly Choice[];
  /** Choices shown; none until the result of the last action is shown. */
  offered: readonly Choice[];
  events: readonly GameEvent[];
  /** True until a sent action is answered. */
  busy: boolean;
  choose(action: string, then?: readonly string[]): void;
  back: (() => void) | undefined;
}

export class Revising {
  private turning: Side | null = null;
  /** Swaps to repeat in the order of the rules once the present ones are undone, and the number of undos left. */
  private renaming: { actions: string[]; left: number } | null = null;

  /** The other side of the floor in hand, while it can still be turned over. */
  readonly over = $derived.by((): Side | null => {
    const { view, offered, back } = this.table;
    return back && offered.length > 0 ? (view.placing?.other_side ?? null) : null;
  });
  /** Swaps of this exchange so far. */
  readonly made = $derived.by((): Swap[] => {
    const { view, events, back } = this.table;
    return view.phase === "exchange" && back ? swapsMade(events) : [];
  });
  /** Possible next swaps: any that the exchange allows if those so far can be undone. */
  readonly swaps = $derived.by((): Swap[] =>
    this.made.length > 0 ? this.table.view.swaps : ofKind(this.table.offered, "swap"),
  );

  constructor(private readonly table: Table) {
    $effect(() => this.followTurn());
    $effect(() => this.followSwaps());
  }

  /** Turn the floor in hand over. */
  flip(): void {
    if (this.table.busy || this.over === null) return;
    this.turning = this.over;
    this.table.back?.();
  }

  swap(next: Swap): void {
    const { busy, choices, choose, back } = this.table;
    if (busy) return;
    const action = `give ${next.give} take ${next.take}`;
    if (choices.some((choice) => choice.action === action)) choose(action);
    else {
      this.renaming = { actions: inOrder([...this.made, next]), left: this.made.length };
      back?.();
    }
  }

  /** To turn the floor over, undo to the choice of the side, then choose the other one. */
  private followTurn(): void {
    const { view, busy } = this.table;
    void view;
    untrack(() => {
      if (this.turning === null || busy) return;
      const { choices, choose, back } = this.table;
      const wanted = choices.find((choice) => choice.kind === "side" && choice.side === this.turning);
      if (this.over !== null) back?.();
      else if (wanted) choose(wanted.action);
      if (this.over === null) this.turning = null;
    });
  }

  private followSwaps(): void {
    const left = this.made.length;
    const { busy } = this.table;
    untrack(() => {
      if (this.renaming === null || busy) return;
      const { choices, choose, back } = this.table;
      const { actions, left: before } = this.renaming;
      const [first, ...then] = actions;
      this.renaming = left > 0 && left < before ? { actions, left } : null;
      if (this.renaming) back?.();
      else if (left === 0 && first && choices.some((choice) => choice.action === first)) choose(first, then);
    });
  }
}
