/** Hints at a running table: requested, followed while the plan is played, dropped when the table moves on. */

import { untrack } from "svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import type { SidePanels } from "../panels/sidePanels.svelte";
import { cellsOf, HintState, type PlannedStep } from "./hintState.svelte";

export class TableHints {
  readonly advice = new HintState();
  /** Remaining steps of the plan; null if no hint applies. */
  readonly rest: PlannedStep[] | null = $derived.by(() => this.advice.rest(this.table.events));
  /** Steps shown on the board, once the move is revealed or the plan has begun. */
  readonly marked = $derived.by(() => {
    const { rest, advice } = this;
    if (!rest || rest.length === 0 || !this.table.myMove) return null;
    if (advice.depth !== "move" && rest.length === advice.plan.length) return null;
    return { actions: rest.map((step) => step.action), cells: cellsOf(rest) };
  });

  constructor(
    private readonly id: string,
    private readonly table: TableState,
    private readonly played: PlayedGame,
    private readonly panels: SidePanels,
  ) {
    $effect(() => this.advice.follow(this.table.events));
    $effect(() => () => this.advice.drop());
    $effect(() => {
      if (this.rest?.length === 0) untrack(() => this.panels.done("hint"));
    });
  }

  /** Open the hint; if it is open, show the next level. */
  ask(): void {
    const expanded = this.panels.selected === "hint" && this.advice.showMore(this.table.events);
    if (!expanded) void this.advice.ask(this.id, null, this.table.events, this.played.module);
    this.panels.show("hint", true);
  }
}
