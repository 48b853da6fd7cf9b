/** What the others did since my last decision, shown again step by step. */

import { lasting } from "../../lib/browser/motion";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import { Steps } from "../hint/steps.svelte";
import { announced } from "./announcer.svelte";
import { othersActed, type Shown } from "./since";

/** Milliseconds that a step stays. */
const STEP = 1_600;

export class Retelling extends Steps<Shown> {
  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    super();
    $effect(() => () => this.end());
  }

  /** There is something to be shown again. */
  get possible(): boolean {
    return othersActed(this.table.since, this.table.mine);
  }

  /** The step that is shown, in words; null: none is. */
  get words(): string | null {
    return this.step && (this.told(this.step) || t("again.before"));
  }

  /** Shows it again, or no longer; nothing stands still without a word. */
  toggle(): void {
    if (this.step) this.end();
    else if (this.possible)
      this.begin(
        this.table.since.filter((one, at) => at === 0 || this.told(one) !== ""),
        lasting(STEP) || STEP,
      );
  }

  private told({ recent }: Shown): string {
    return announced(recent, this.table.seats, this.played.module);
  }
}
