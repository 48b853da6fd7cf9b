/** Step-by-step replay of the other players' actions since my last decision. */

import { scaledDuration } from "../../lib/browser/motion";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import { StepPlayer } from "../hint/stepPlayer.svelte";
import { announcementText } from "./announcer.svelte";
import { othersActed, type ShownSnapshot } from "./catchUp";

/** Milliseconds per step. */
const STEP = 1_600;

export class CatchUpReplay extends StepPlayer<ShownSnapshot> {
  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    super();
    $effect(() => () => this.end());
  }

  /** True if there is something to replay. */
  get possible(): boolean {
    return othersActed(this.table.since, this.table.mine);
  }

  /** Caption of the current step; null if there is none. */
  get words(): string | null {
    return this.step && (this.captionOf(this.step) || t("again.before"));
  }

  /** Start or stop the replay; every step has a caption. */
  toggle(): void {
    if (this.step) this.end();
    else if (this.possible)
      this.begin(
        this.table.since.filter((one, at) => at === 0 || this.captionOf(one) !== ""),
        scaledDuration(STEP) || STEP,
      );
  }

  private captionOf({ recent }: ShownSnapshot): string {
    return announcementText(recent, this.table.seats, this.played.module);
  }
}
