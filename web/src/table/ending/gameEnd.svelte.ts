/** The end of a game as it is seen: the board shows what ended it, the score is counted, the result is read. */

import { tick, untrack } from "svelte";
import { lasting } from "../../lib/browser/motion";
import { device, preferences } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { GameResult } from "../connection/protocol";
import type { TableState } from "../connection/state.svelte";
import type { GameEvent } from "../contract";
import type { SidePanels } from "../panels/sidePanels.svelte";
import { sheetsOf, shownSheets } from "../score/sheets";
import { tally } from "../score/tally";
import { Telling } from "../score/telling.svelte";

/** Milliseconds that a row of the count is told. */
const ROW = 1_100;

export class GameEnd {
  /** The game is over, and here it was seen how. */
  revealed = $state(false);
  /** The result, once it is drawn. */
  pane = $state<HTMLElement | null>(null);
  readonly telling = new Telling();
  /** The board still shows what ended the game. */
  private showing = $state(false);
  /** This page saw the game end. */
  private witnessed = $state(false);
  private wasOver: boolean | null = null;

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
    private readonly panels: SidePanels,
  ) {
    $effect(() => this.follow());
    $effect(() => () => this.telling.end());
  }

  get result(): GameResult | null {
    return this.table.prompt?.result ?? null;
  }

  get winners(): number[] {
    return this.result?.winners ?? [];
  }

  /** The board lies in the light of the end. */
  get lit(): boolean {
    return this.table.over && !this.showing && this.winners.length > 0;
  }

  /** The score sheet leaves the board in sight: for a board that goes through the score, or for the moment of the end. */
  get beside(): boolean {
    const { glance, selected } = this.panels;
    return glance && selected === "score" && (this.played.module?.countsOnBoard === true || this.witnessed);
  }

  /** There is something to count, and it may move. */
  get counts(): boolean {
    const moves = !device.reducedMotion && preferences.pace !== "instant";
    return this.result !== null && !this.table.ended && moves;
  }

  /** The log. What ended the game is told once it was seen. */
  get logged(): GameEvent[] {
    const { events, over, recent } = this.table;
    if (!over || this.revealed) return events;
    const news = new Set(recent.map(({ seq }) => seq));
    return events.filter(({ seq }) => !news.has(seq));
  }

  /** The board shows what happened, or no longer. On a phone the result makes room for what is shown again. */
  whileShown(on: boolean): void {
    this.showing = on;
    if (!this.revealed || !device.phone) return;
    this.panels.raised = !on;
    this.panels.glance = !on;
  }

  /** Tells the count row by row, to whoever likes things to move. */
  count(): void {
    const { table } = this;
    const module = this.played.module;
    if (!module || !table.view || !this.counts) return;
    const shown = shownSheets(module, sheetsOf(module, table.view), (seat) => table.name(seat), t);
    this.telling.begin(tally(shown), lasting(ROW));
  }

  follow(): void {
    const { table, panels } = this;
    if (!table.table || (table.over && this.showing)) return;
    if (table.over && this.wasOver !== true) {
      panels.show("score", true);
      panels.glance = true;
      table.chosenFocus = this.winners[0] ?? table.chosenFocus;
    }
    if (table.over && this.wasOver === false) {
      this.witnessed = true;
      sound.bells();
      untrack(() => this.count());
      void tick().then(() => this.toResult());
    }
    this.wasOver = table.over;
    this.revealed = table.over;
  }

  /** The game is over: on to the result, unless somebody is busy elsewhere. */
  private toResult(): void {
    const active = document.activeElement;
    const idle =
      active === null ||
      active === document.body ||
      active.ariaDisabled === "true" ||
      active.closest(".play");
    if (idle) this.pane?.focus({ preventScroll: true });
  }
}
