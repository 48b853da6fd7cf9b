/** State of the side panels: the open one and, on phones, whether it covers the board. */

import { device } from "../../lib/browser/preferences.svelte";
import type { TableState } from "../connection/state.svelte";
import type { PanelName } from "./panels";

export class SidePanels {
  selected = $state<PanelName>("log");
  /** True if the panels cover the board on a phone. */
  raised = $state(false);
  /** True if the panel opened automatically, at a height that keeps the board visible. */
  glance = $state(false);
  /** Clause that was looked up last. */
  clause = $state<string | null>(null);
  /** Element that had focus before a clause was looked up. */
  private reader: HTMLElement | null = null;
  /** True if the table was waiting for players at the last check; null before the first check. */
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

  /** Close the panels on phones, and return focus to the previous element. */
  lower(): void {
    this.raised = false;
    if (!document.activeElement?.closest(".side .sheet")) return;
    const opener = device.phone ? ".side .opener" : `#tab-${this.selected}`;
    const back = this.reader?.isConnected ? this.reader : document.querySelector<HTMLElement>(opener);
    back?.focus({ preventScroll: true });
    this.reader = null;
  }

  /** On phones, uncover the board when a panel is no longer needed. */
  done(name: PanelName): void {
    if (this.selected === name && device.phone) this.raised = false;
  }

  /** Show the people panel while the table waits for players, and the board when all seats are taken. */
  follow(): void {
    const { table } = this.table;
    if (!table) return;
    const { status, owner } = table;
    if (this.waited === null && status === "waiting") this.show("people", owner);
    if (this.waited && status === "playing") this.done("people");
    this.waited = status === "waiting";
  }
}
