/** State of the side panels: which one is open, and on phones whether it covers the board. */

import { device } from "../../lib/browser/preferences.svelte";
import type { TableState } from "../connection/state.svelte";
import type { PanelName } from "./panels";

export class SidePanels {
  selected = $state<PanelName>("log");
  /** The panels lie over the board of a phone. */
  raised = $state(false);
  /** The panel came up by itself: low enough to leave the board in sight. */
  glance = $state(false);
  /** The clause that was looked up last. */
  clause = $state<string | null>(null);
  /** Where the keyboard was before a clause was looked up. */
  private reader: HTMLElement | null = null;
  /** The table waited for people when it was looked at last; null: it was not. */
  private waited: boolean | null = null;

  constructor(private readonly table: TableState) {
    $effect(() => this.follow());
  }

  show(name: PanelName, raised: boolean): void {
    this.glance = false;
    this.selected = name;
    this.raised = raised;
  }

  openClause(clause: string): void {
    this.reader = document.activeElement as HTMLElement | null;
    this.clause = clause;
    this.show("rules", true);
  }

  /** Puts the panels of a phone away; the keyboard goes back to where it came from. */
  lower(): void {
    this.raised = false;
    if (!document.activeElement?.closest(".side .sheet")) return;
    const opener = device.phone ? ".side .opener" : `#tab-${this.selected}`;
    const back = this.reader?.isConnected ? this.reader : document.querySelector<HTMLElement>(opener);
    back?.focus({ preventScroll: true });
    this.reader = null;
  }

  /** On a phone, what is done lies over the board no longer. */
  done(name: PanelName): void {
    if (this.selected === name && device.phone) this.raised = false;
  }

  /** Who invites sees whom, and has the board in sight when everybody has sat down. */
  follow(): void {
    const { table } = this.table;
    if (!table) return;
    const { status, owner } = table;
    if (this.waited === null && status === "waiting") this.show("people", owner);
    if (this.waited && status === "playing") this.done("people");
    this.waited = status === "waiting";
  }
}
