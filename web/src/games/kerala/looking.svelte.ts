/** Two fingers on a platform: closer, further, aside. One finger moves it only while it is larger than its frame. */
import { type Camera, closest, type Look, UNIT } from "./layout";

interface Finger {
  x: number;
  y: number;
}

/** Pixels that a finger may tremble before a touch becomes a move. */
const THRESHOLD = 8;

export class Looking {
  /** What the person chose to look at; null: whatever fits. */
  look = $state.raw<Look | null>(null);
  /** Fingers are moving it now. */
  moving = $state(false);
  private fingers = new Map<number, Finger>();
  private readonly camera: () => Camera;
  private readonly fit: () => Camera;
  private readonly size: () => readonly [number, number];

  constructor(camera: () => Camera, fit: () => Camera, size: () => readonly [number, number]) {
    this.camera = camera;
    this.fit = fit;
    this.size = size;
  }

  get factor(): number {
    return this.camera().k / this.fit().k;
  }

  down(event: PointerEvent): void {
    if (event.pointerType !== "touch") return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && this.factor < 1.01) return;
    if (!this.moving && Math.hypot(dx, dy) < THRESHOLD) return;
    this.moving = true;
    this.fingers.set(event.pointerId, now);
    const spread = (finger: Finger): number =>
      other ? Math.max(20, Math.hypot(finger.x - other.x, finger.y - other.y)) : 1;
    const share = other ? 0.5 : 1;
    this.shift(dx * share, dy * share, spread(now) / spread(before));
  }

  /** The click that ends a move comes before the next task and chooses nothing. */
  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) setTimeout(() => (this.moving = false));
  }

  /** Closer (above 1) or further, keeping the middle. */
  by(times: number): void {
    this.shift(0, 0, times);
  }

  whole(): void {
    this.look = null;
  }

  private shift(dx: number, dy: number, times: number): void {
    const { k, x, y } = this.camera();
    const [width, height] = this.size();
    const factor = Math.min(closest(this.fit()), Math.max(1, this.factor * times));
    const middle = [(width / 2 - x - dx) / (k * UNIT), (height / 2 - y - dy) / (k * UNIT)] as const;
    this.look = factor > 1.01 ? { factor, middle } : { factor: 1, middle };
  }
}
