/** Visible part of the landscape: fitted to the frame, zoomed in on a selected cell, or chosen by the user. */
import { untrack } from "svelte";
import { type Camera, PanZoom } from "../../../lib/pictures/panZoom.svelte";
import type { Spot } from "../text/placements";
import type { Cell, View } from "../wire";
import { changeCamera, fitCamera } from "./camera";
import { type Box, boxOf, middleOf, WIDE } from "./hex";

/** Cell widths in pixels: selecting a cell narrower than TINY zooms in until it is NEAR wide. */
const TINY = 56;
const NEAR = 88;

interface Land {
  view: View;
  spots: Spot[];
  /** Highlighted cells, which may be empty cells at the edge. */
  lit: readonly Cell[];
  /** The selected cell, or the cell of the tile to mark. */
  asked: Cell | null;
  /** Size of the frame in pixels. */
  width: number;
  height: number;
}

export class LandCamera {
  private readonly small = $derived.by(() => Math.min(this.land.width, this.land.height) < 480);
  /** Bounds of what must be visible: the land, cells where the drawn tile fits, and highlighted cells. */
  private readonly seen = $derived.by(() => {
    const { view, spots, lit } = this.land;
    return boxOf([...view.tiles.map((tile) => tile.cell), ...spots.map((spot) => spot.cell), ...lit]);
  });
  /** Leaves space for the zoom buttons below. */
  private readonly all = $derived.by(() => {
    const { width, height } = this.land;
    return fitCamera(this.seen, width, height - (this.small ? 44 : 30), this.small ? 8 : 22);
  });
  /**
   * If cells are small, zoom in on the selected one or the tile to mark, without moving it; in a small frame also on
   * the only highlighted cell, unless a cell is to be chosen.
   */
  private readonly fit = $derived.by(() => {
    const { asked, spots, lit } = this.land;
    const only = this.small && spots.length === 0 && lit.length === 1 ? lit[0] : null;
    const cell = asked ?? only;
    return cell && this.all.k * WIDE < TINY ? this.nearer(this.all, cell) : this.all;
  });
  /** Bounds of the drawing, slightly larger than its content. */
  readonly box = $derived.by((): Box => {
    const { tiles, rim } = this.land.view;
    const all = boxOf([...tiles.map((tile) => tile.cell), ...rim.map((one) => one.cell)]);
    return { x: all.x - 30, y: all.y - 30, width: all.width + 60, height: all.height + 60 };
  });
  readonly panZoom = new PanZoom<Camera>({
    takes: (event) => event.button === 0,
    slides: () => true,
    changed: (by) => this.keep(changeCamera(this.now, this.all, by)),
  });
  readonly now = $derived.by((): Camera => this.panZoom.own ?? this.fit);

  constructor(private readonly land: Land) {
    // Show the whole land again if no cell that can be chosen is visible.
    $effect(() => {
      const lit = land.spots;
      untrack(() => {
        const { panZoom } = this;
        if (panZoom.own && lit.length > 0 && !lit.some((spot) => this.shows(spot.cell))) panZoom.whole();
      });
    });
  }

  /** Return the position in the frame of the centre of a cell, or of a point above (negative `height`) or below it. */
  at(cell: Cell, below = 0): { x: number; y: number } {
    const { k, x, y } = this.now;
    const middle = middleOf(cell);
    return { x: x + middle.x * k, y: y + (middle.y + below) * k };
  }

  /** Return whether the middle of a cell is in the frame, at least `margin` pixels from its edge. */
  shows(cell: Cell, margin = 0): boolean {
    const { x, y } = this.at(cell);
    const { width, height } = this.land;
    return x > margin && x < width - margin && y > margin && y < height - margin;
  }

  /** Keep a cell in view after the user has moved or zoomed the picture. */
  bring(cell: Cell): void {
    const { panZoom, now, land } = this;
    if (!panZoom.own || this.shows(cell, 20)) return;
    const at = middleOf(cell);
    panZoom.own = { k: now.k, x: land.width / 2 - at.x * now.k, y: land.height / 2 - at.y * now.k };
  }

  /** Zoom around the middle of the frame. */
  zoom(times: number): void {
    this.panZoom.zoom(times, this.land.width / 2, this.land.height / 2);
  }

  /** Return the CSS transform of the drawing, rendered at a given scale. */
  transform(camera: Camera, drawn: number): string {
    const { k } = camera;
    const [x, y] = [camera.x + this.box.x * k, camera.y + this.box.y * k];
    return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(k / drawn).toFixed(4)})`;
  }

  private keep(next: Camera): Camera {
    const { seen, land } = this;
    const hold = (at: number, from: number, length: number, size: number): number => {
      const least = Math.min(size * 0.4, length * next.k * 0.5);
      return Math.min(size - least - from * next.k, Math.max(least - (from + length) * next.k, at));
    };
    return {
      k: next.k,
      x: hold(next.x, seen.x, seen.width, land.width),
      y: hold(next.y, seen.y, seen.height, land.height),
    };
  }

  private nearer(from: Camera, cell: Cell): Camera {
    const { width, height } = this.land;
    const at = middleOf(cell);
    const k = NEAR / WIDE;
    const x = Math.max(NEAR, Math.min(width - NEAR, from.x + at.x * from.k));
    const y = Math.max(NEAR, Math.min(height - 1.5 * NEAR, from.y + at.y * from.k));
    return { k, x: x - at.x * k, y: y - at.y * k };
  }
}
