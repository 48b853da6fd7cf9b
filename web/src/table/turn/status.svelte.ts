/** The line of the banner that says how far the game is, and the title of the browser's tab. */

import { setTabStatus } from "../../lib/browser/tabStatus";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import type { AnyView } from "../contract";

export class TableStatus {
  /** The view before my turn was complete: what comes after it is not announced until it is ended. */
  private steady = $state.raw<AnyView | null>(null);

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    this.follow();
    $effect.pre(() => this.follow());
    $effect(() => setTabStatus(tabTitle(table, played.title), table.myMove));
  }

  /** Such as "Round 7 of 24". */
  get line(): string {
    const module = this.played.module;
    const { steady, table } = this;
    return module && steady ? module.status(steady, table.seats, t, table.view ?? steady) : "";
  }

  follow(): void {
    if (!this.table.prompt?.can_confirm || !this.steady) this.steady = this.table.view;
  }
}

/** Return the tab title: the current turn, the game and the product name. */
export function tabTitle(table: TableState, game: string): string {
  const turn = table.prompt?.turn ?? null;
  const head = table.myMove
    ? t("title.mine")
    : turn === null
      ? ""
      : t("title.other", { name: table.name(turn) });
  return [head, game, t("hall.name")].filter(Boolean).join(" · ");
}
