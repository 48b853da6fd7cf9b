/** Sequence at the end of a game: the board shows the final event, the scoring is animated, the result appears. */

import { tick, untrack } from "svelte";
import { scaledDuration } from "../../lib/browser/motion";
import { device, preferences } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { GameResult } from "../connection/protocol";
import type { TableState } from "../connection/state.svelte";
import type { GameEvent } from "../contract";
import type { SidePanels } from "../panels/sidePanels.svelte";
import { scoringSteps } from "../score/finalScoring";
import { FinalScoringPlayback } from "../score/finalScoringPlayback.svelte";
import { sheetsOf, shownSheets } from "../score/sheets";

/** Milliseconds per row of the scoring. */
const ROW = 1_100;

export class GameEnd {
  /** True if the game is over and its final event has been shown. */
  revealed = $state(false);
  /** The result element, once rendered. */
  pane = $state<HTMLElement | null>(null);
  readonly scoring = new FinalScoringPlayback();
  /** True while the board still shows the final event. */
  private showing = $state(false);
  /** True if this page was open when the game ended. */
  private sawEnd = $state(false);
  private wasOver: boolean | null = null;

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
    private readonly panels: SidePanels,
  ) {
    $effect(() => this.follow());
    $effect(() => () => this.scoring.end());
  }

  get result(): GameResult | null {
    return this.table.prompt?.result ?? null;
  }

  get winners(): number[] {
    return this.result?.winners ?? [];
  }

  /** True if the board is lit for the end of the game. */
  get lit(): boolean {
    return this.table.over && !this.showing && this.winners.length > 0;
  }

  /** True if the score sheet leaves the board visible: during the ending, or because the board shows the scoring. */
  get beside(): boolean {
    const { glance, selected } = this.panels;
    return glance && selected === "score" && (this.played.module?.countsOnBoard === true || this.sawEnd);
  }

  /** True if there is scoring to animate and animations are enabled. */
  get counts(): boolean {
    const moves = !device.reducedMotion && preferences.pace !== "instant";
    return this.result !== null && !this.table.ended && moves;
  }

  /** The log; the final event is added once it has been shown. */
  get logged(): GameEvent[] {
    const { events, over, recent } = this.table;
    if (!over || this.revealed) return events;
    const news = new Set(recent.map(({ seq }) => seq));
    return events.filter(({ seq }) => !news.has(seq));
  }

  /** Start or stop a replay on the board. On phones this closes the result. */
  whileShown(on: boolean): void {
    this.showing = on;
    if (!this.revealed || !device.phone) return;
    this.panels.raised = !on;
    this.panels.glance = !on;
  }

  /** Replace the totals next to the board by the complete score sheet (phones). */
  showSheet(): void {
    this.panels.glance = false;
    this.toTop();
  }

  /** Animate the scoring row by row, if animations are enabled. */
  count(): void {
    const { table } = this;
    const module = this.played.module;
    if (!module || !table.view || !this.counts) return;
    const shown = shownSheets(module, sheetsOf(module, table.view), (seat) => table.name(seat), t);
    this.scoring.begin(scoringSteps(shown), scaledDuration(ROW));
  }

  follow(): void {
    const { table, panels } = this;
    if (!table.table || (table.over && this.showing)) return;
    if (table.over && this.wasOver !== true) {
      panels.show("score", true);
      panels.glance = true;
      table.focus.chosen = this.winners[0] ?? table.focus.chosen;
    }
    if (table.over && this.wasOver === false) {
      this.sawEnd = true;
      sound.bells();
      untrack(() => this.count());
      void tick().then(() => this.toResult());
    }
    this.wasOver = table.over;
    this.revealed = table.over;
  }

  /** Scroll the panel to the heading of the result; an open score sheet keeps its position. */
  private toTop(): void {
    this.pane?.parentElement?.scrollTo(0, 0);
  }

  /** The game is over: show the result, unless the player is using another panel. */
  private toResult(): void {
    this.toTop();
    const active = document.activeElement;
    const idle =
      active === null ||
      active === document.body ||
      active.ariaDisabled === "true" ||
      active.closest(".play");
    if (idle) this.pane?.focus({ preventScroll: true });
  }
}
