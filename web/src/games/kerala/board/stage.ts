/** Detection of the moves between two views, and their animations one after the other. */

import { appear, TRAVEL, travel } from "../art/motion";
import type { Cell, View } from "../wire";
import { UNIT } from "./layout";

/** A piece that arrived on a platform or moved on it. */
type Move =
  | { piece: "hand"; tile: string }
  | { piece: "tile"; seat: number; id: number; tile: string }
  | { piece: "stack"; seat: number; id: number; from: Cell; to: Cell }
  | { piece: "figure"; seat: number; figure: number; from: Cell; to: Cell }
  | { piece: "offer" };

/** Return the moves between two views in the order of play. */
export function movesBetween(before: View, after: View): Move[] {
  const moves: Move[] = [];
  if (after.held && !before.held) moves.push({ piece: "hand", tile: after.held });
  after.platforms.forEach((platform, seat) => {
    const old = before.platforms[seat];
    if (!old) return;
    for (const cell of platform.cells) {
      const was = old.cells.find((one) => one.id === cell.id);
      const top = cell.stack.at(-1);
      if (top && cell.stack.length > (was?.stack.length ?? 0)) {
        moves.push({ piece: "tile", seat, id: cell.id, tile: top });
      } else if (was && differ(was.cell, cell.cell)) {
        moves.push({ piece: "stack", seat, id: cell.id, from: was.cell, to: cell.cell });
      }
    }
    platform.figures.forEach((figure, i) => {
      const was = old.figures[i];
      if (was && differ(was.cell, figure.cell)) {
        moves.push({ piece: "figure", seat, figure: i, from: was.cell, to: figure.cell });
      }
    });
  });
  if (after.round !== before.round || (before.offer.length === 0 && after.offer.length > 0)) {
    moves.push({ piece: "offer" });
  }
  return moves;
}

function differ(a: Cell, b: Cell): boolean {
  return a[0] !== b[0] || a[1] !== b[1];
}

/** Maximum number of moves of a turn; more mean that the replay has jumped. */
const MAX_MOVES = 6;

/** Return whether one player could have made these moves in one turn. */
export function isTurn(moves: Move[]): boolean {
  const seats = moves.flatMap((move) => (move.piece === "tile" ? [move.seat] : []));
  return moves.length <= MAX_MOVES && new Set(seats).size === seats.length;
}

export class Stage {
  private before: View | null = null;
  private boxes = new Map<string, DOMRect>();
  private tiles = new Map<string, DOMRect>();

  /** Record the positions of loose tiles just before the view changes. */
  remember(root: HTMLElement): void {
    this.boxes.clear();
    this.tiles.clear();
    for (const element of root.querySelectorAll<HTMLElement>("[data-offer], [data-flip=hand]")) {
      const box = element.getBoundingClientRect();
      this.boxes.set(element.dataset.flip ?? "", box);
      if (element.dataset.offer) this.tiles.set(element.dataset.offer, box);
    }
  }

  /** Animate the moves from the last view to this one. */
  show(root: HTMLElement, view: View, still: boolean): void {
    const before = this.before;
    this.before = view;
    if (!before || still || before === view) return;
    const moves = movesBetween(before, view);
    if (!isTurn(moves)) return;
    let delay = 0;
    for (const move of moves) {
      if (this.play(root, move, delay)) delay += TRAVEL;
    }
  }

  private play(root: HTMLElement, move: Move, delay: number): boolean {
    if (move.piece === "offer") {
      root.querySelectorAll("[data-offer]").forEach((tile, i) => {
        appear(tile, delay + i * 60);
      });
      return false;
    }
    const element = root.querySelector(`[data-flip="${flipKey(move)}"]`);
    if (!element) return false;
    if (move.piece === "figure" || move.piece === "stack") {
      travel(element, (move.from[0] - move.to[0]) * UNIT, (move.from[1] - move.to[1]) * UNIT, 1, delay);
      return true;
    }
    const from = this.boxes.get("hand") ?? this.tiles.get(move.tile);
    if (!from) return false;
    const to = element.getBoundingClientRect();
    // Lengths on a platform are in its own units; the tile is as wide as its box on the screen.
    const unit = element instanceof SVGGraphicsElement ? to.width / element.getBBox().width : 1;
    if (!(unit > 0)) return false;
    travel(
      element,
      (from.left - to.left) / unit,
      (from.top - to.top) / unit,
      from.width / Math.max(1, to.width),
      delay,
    );
    return true;
  }
}

function flipKey(move: Move): string {
  switch (move.piece) {
    case "hand":
      return "hand";
    case "figure":
      return `figure-${move.seat}-${move.figure}`;
    case "tile":
    case "stack":
      return `cell-${move.seat}-${move.id}`;
    case "offer":
      return "offer";
  }
}
