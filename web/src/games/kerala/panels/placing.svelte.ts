/** State of placing a tile or figure: the selection so far, and its possible targets. */

import { untrack } from "svelte";
import { cellAt, type Dragged } from "../board/drag";
import { sameCell } from "../board/layout";
import { type Place, placesOf, possibilities } from "../places/places";
import type { Cell, Choice, PlatformView, Preview, View } from "../wire";

interface Table {
  view: View;
  choices: Choice[];
  previews: Preview[];
  pending: string | null;
  /** Enlarged platform. */
  platform: PlatformView | undefined;
  choose(action: string): void;
}

type Turn = Extract<Choice, { kind: "turn" | "turn2" }>;

export class Placing {
  /** Tile of the offer under the pointer. */
  pointed = $state<string | null>(null);
  /** Cell that either of two figures could step to, while the player chooses one. */
  ambiguousCell = $state.raw<Cell | null>(null);
  /** Tile of the offer touched once: its possible cells are shown, and a second touch takes it. */
  armed = $state<string | null>(null);
  dragged = $state.raw<Dragged | null>(null);
  /** Cell where a dragged tile was dropped: the step follows once the server offers it. */
  private intent = $state.raw<Cell | null>(null);

  /** True if the current prompt concerns the large platform. */
  readonly here = $derived.by(
    () => this.table.choices.length > 0 && this.table.platform?.seat === this.table.view.seat,
  );
  /** True if the current prompt concerns another platform. */
  readonly away = $derived.by(
    () => this.table.choices.length > 0 && !this.here && this.table.view.seat !== null,
  );
  readonly places = $derived.by((): Place[] => {
    const { view, choices, previews } = this.table;
    if (!this.here) return [];
    const shown = this.armed ?? this.pointed;
    return view.phase === "take" && shown
      ? possibilities(shown, choices, previews, this.armed !== null)
      : placesOf(view, choices, previews);
  });
  /** The fringe to rotate: below the figure that stepped, or on the stack just put down. */
  readonly turning = $derived.by((): { cell: Cell; choices: Turn[] } | null => {
    const { view, choices, platform } = this.table;
    const turns = choices.filter(
      (choice): choice is Turn => choice.kind === "turn" || choice.kind === "turn2",
    );
    if (!this.here || turns.length === 0 || !platform) return null;
    const figure = platform.figures[view.figure ?? 0];
    const cell = view.lifted && view.phase === "turn2" ? view.lifted : (figure?.cell ?? null);
    return cell ? { cell, choices: turns } : null;
  });
  /** Cell below the dragged tile. */
  readonly over = $derived.by(() => (this.dragged ? cellAt(this.dragged.x, this.dragged.y) : null));

  constructor(private readonly table: Table) {
    $effect(() => this.followDrop());
    $effect.pre(() => this.reset());
  }

  drag(moved: Dragged | null): void {
    this.dragged = moved;
    this.pointed = moved && this.table.view.phase === "take" ? moved.tile : null;
  }

  drop(tile: string, x: number, y: number): void {
    const { view, choices, previews, pending } = this.table;
    const cell = cellAt(x, y);
    this.pointed = null;
    if (!cell || pending !== null) return;
    if (view.phase === "step") this.arrive(cell);
    else if (possibilities(tile, choices, previews).some((place) => sameCell(place.cell, cell))) {
      const take = choices.find((choice) => choice.kind === "take" && choice.tile === tile);
      if (take) this.takeTo(take.action, cell);
    }
  }

  /** Take a tile and go to that cell with it. */
  takeTo(action: string, cell: Cell): void {
    this.intent = cell;
    this.table.choose(action);
  }

  /** Step to a cell if the server offers one way; if it offers two, ask for the figure. */
  private arrive(cell: Cell): void {
    const { view, choices, previews, choose } = this.table;
    const place = placesOf(view, choices, previews).find((one) => sameCell(one.cell, cell));
    const options = place?.options ?? [];
    if (options.length > 1) this.ambiguousCell = cell;
    else if (options[0]) choose(options[0].choice.action);
  }

  private followDrop(): void {
    const { view, choices, pending } = this.table;
    const asksStep = view.phase === "step" && choices.length > 0 && pending === null;
    untrack(() => {
      if (!this.intent) return;
      const cell = this.intent;
      if (asksStep) {
        this.intent = null;
        this.arrive(cell);
      } else if (view.phase !== "take") this.intent = null;
    });
  }

  /** The selection belongs to one position and its choices. */
  private reset(): void {
    const { view, choices } = this.table;
    void choices;
    untrack(() => {
      this.ambiguousCell = null;
      this.armed = null;
      if (view.phase !== "take") this.pointed = null;
    });
  }
}
