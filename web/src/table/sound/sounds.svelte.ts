/** Sounds at a table: moving pieces, and the start of my turn. */

import { untrack } from "svelte";
import { preferences } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";

export class TableSounds {
  private readonly neverAsked = !preferences.soundAsked && !preferences.sound;
  private wasMine: boolean;

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    this.wasMine = untrack(() => table.myMove);
    $effect(() => this.followEvents());
    $effect(() => this.followTurn());
  }

  /** Sound is offered at the first table, until the player's first decision. */
  get offered(): boolean {
    const { table } = this;
    if (!this.neverAsked || table.view === null || table.connection.snapshotTime !== null) return false;
    if (table.over || table.sharedDevice.mustHandOver || table.refusal) return false;
    return !table.events.some((event) => table.mine.includes(event.seat ?? -1));
  }

  followEvents(): void {
    const { recent } = this.table;
    const module = this.played.module;
    const kinds = new Set(recent.map((event) => event.kind));
    if (module?.sound) untrack(() => module.sound?.(recent));
    else if (kinds.has("act")) sound.stone();
    else if (kinds.has("chance")) sound.wood();
  }

  followTurn(): void {
    if (this.table.myMove && !this.wasMine) sound.bell();
    this.wasMine = this.table.myMove;
  }
}
