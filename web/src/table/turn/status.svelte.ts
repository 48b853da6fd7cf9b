/** Progress line of the banner, and title of the browser tab. */

import { setTabStatus } from "../../lib/browser/tabStatus";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import type { AnyView } from "../contract";

export class TableStatus {
  /** View before my turn was complete: later progress is not shown until the turn is confirmed. */
  private steady = $state.raw<AnyView | null>(null);

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    this.follow();
    $effect.pre(() => this.follow());
    $effect(() => setTabStatus(tabTitle(table, played.title), table.myMove));
  }

  /** Progress, such as "Round 7 of 24". */
  get line(): string {
    const module = this.played.module;
    const { steady, table } = this;
    return module && steady ? module.status(steady, table.seats, t, table.view ?? steady) : "";
  }

  follow(): void {
    if (!this.table.prompt?.can_confirm || !this.steady) this.steady = this.table.view;
  }
}

/** Return the tab title: current turn, game and product name. */
export function tabTitle(table: TableState, game: string): string {
  const turn = table.prompt?.turn ?? null;
  const head = table.myMove
    ? t("title.mine")
    : turn === null
      ? ""
      : t("title.other", { name: table.name(turn) });
  return [head, game, t("hall.name")].filter(Boolean).join(" · ");
}
