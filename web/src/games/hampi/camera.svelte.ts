/** What of the land is seen: it fits by itself until somebody moves or zooms; one finger or the mouse moves, two zoom. */
import type { Box } from "./hex";

export interface Camera {
  /** Pixels per drawing unit. */
  k: number;
  /** Where (0, 0) lies in the frame, in pixels. */
  x: number;
  y: number;
}

interface Finger {
  x: number;
  y: number;
}

/** Pixels that a pointer may tremble before a press becomes a move. */
const THRESHOLD = 7;
/** Pixels per unit at the closest look, and the largest that fits by itself. */
const CLOSEST = 1.5;
const LARGEST_FIT = 0.86;

export function fitting(box: Box, width: number, height: number, margin: number): Camera {
  const room = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height);
  const k = Math.max(0.05, Math.min(room, LARGEST_FIT));
  return { k, x: width / 2 - (box.x + box.width / 2) * k, y: height / 2 - (box.y + box.height / 2) * k };
}

export class Looking {
  /** What the person chose to look at; null: whatever fits. */
  own = $state.raw<Camera | null>(null);
  /** A pointer moves the land now; the click that ends it chooses nothing. */
  moving = $state(false);
  private fingers = new Map<number, Finger>();
  private readonly now: () => Camera;
  private readonly fit: () => Camera;
  private readonly keep: (camera: Camera) => Camera;

  /** `keep` holds a camera where some of the land stays in the frame. */
  constructor(now: () => Camera, fit: () => Camera, keep: (camera: Camera) => Camera) {
    this.now = now;
    this.fit = fit;
    this.keep = keep;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** `left` and `top` of the frame on the page. */
  move(event: PointerEvent, left: number, top: number): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [here.x - before.x, here.y - before.y];
    if (!this.moving && Math.hypot(dx, dy) < THRESHOLD) return;
    this.moving = true;
    this.fingers.set(event.pointerId, here);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      const { k, x, y } = this.now();
      this.own = this.keep({ k, x: x + dx, y: y + dy });
      return;
    }
    const spread = (finger: Finger): number =>
      Math.max(20, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.zoom(
      spread(here) / spread(before),
      (here.x + other.x) / 2 - left,
      (here.y + other.y) / 2 - top,
      dx / 2,
      dy / 2,
    );
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    // The click that ends a move comes before the next task.
    if (this.fingers.size === 0) setTimeout(() => (this.moving = false));
  }

  /** Closer (above 1) or further; the point (px, py) of the frame stays where it is, moved by (dx, dy). */
  zoom(times: number, px: number, py: number, dx = 0, dy = 0): void {
    const { k, x, y } = this.now();
    const least = Math.min(this.fit().k, 0.3);
    const to = Math.min(CLOSEST, Math.max(least, k * times));
    this.own = this.keep({ k: to, x: px + dx - ((px - x) / k) * to, y: py + dy - ((py - y) / k) * to });
  }

  whole(): void {
    this.own = null;
  }
}
