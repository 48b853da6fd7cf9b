/**
 * Pan and zoom of a large picture, like a map: it fits the frame until the user moves or zooms it. One pointer pans,
 * two also zoom, and a double tap on an empty place zooms in and back out.
 */

/** Scale (pixels per drawing unit), and position of (0, 0) in the frame (pixels). */
export interface Camera {
  k: number;
  x: number;
  y: number;
}

/** Pan by (dx, dy), and zoom in (above 1) or out around a point of the frame; in pixels. */
export interface Change {
  dx: number;
  dy: number;
  times: number;
  x: number;
  y: number;
}

interface Ground<Look> {
  /** Return whether to handle a pointer. */
  takes(event: PointerEvent): boolean;
  /** Return whether a single pointer currently pans the picture. */
  slides(): boolean;
  /** Return the view after a change. */
  changed(change: Change): Look;
}

interface Finger {
  x: number;
  y: number;
}

export interface Touch extends Finger {
  /** Time in milliseconds. */
  at: number;
}

/** Pixels a pointer may move before a press becomes a drag. */
const THRESHOLD = 8;
/** Maximum delay (ms) and distance (pixels) of a double tap, and its zoom factor. */
const DOUBLE_TAP = { within: 320, apart: 28, times: 2.2 };
/** Selector of elements that can be chosen, where a second tap chooses. */
const CHOOSABLE = ".choosable, button, a, input, label";

/** In pixels: the size a finger can distinguish, and its distance from a target. */
export const FINGER = 42;
const BESIDE = 24;

/** Return the zoom factor needed to touch a place and not its neighbours; 1 if none. */
export function zoomForFinger(
  touched: { x: number; y: number },
  places: readonly { x: number; y: number }[],
): number {
  const far = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
    Math.hypot(one.x - other.x, one.y - other.y);
  const [first, ...others] = places.toSorted((a, b) => far(a, touched) - far(b, touched));
  if (!first || far(first, touched) > BESIDE) return 1;
  const gap = Math.min(FINGER, ...others.map((other) => far(first, other)).filter((one) => one > 1));
  return FINGER / gap;
}

/** Return whether two taps form a double tap. */
export function isDoubleTap(first: Touch, then: Touch): boolean {
  const { within, apart } = DOUBLE_TAP;
  return then.at - first.at <= within && Math.hypot(then.x - first.x, then.y - first.y) <= apart;
}

/** Position of the listening element on the page. */
function corner(event: PointerEvent): { left: number; top: number } {
  return (event.currentTarget as Element | null)?.getBoundingClientRect?.() ?? { left: 0, top: 0 };
}

export class PanZoom<Look> {
  /** View chosen by the user; null: fit the frame. */
  own = $state.raw<Look | null>(null);
  /** True while a pointer pans the picture; the click that ends the drag chooses nothing. */
  moving = $state(false);
  private readonly fingers = new Map<number, Finger>();
  /** Place and time of the last tap that chose nothing. */
  private touched: Touch | null = null;

  constructor(private readonly ground: Ground<Look>) {}

  down(event: PointerEvent): void {
    if (!this.ground.takes(event)) return;
    const here = { x: event.clientX, y: event.clientY };
    const first = this.fingers.size === 0 ? this.touched : null;
    const bare = event.pointerType === "touch" && !(event.target as Element | null)?.closest?.(CHOOSABLE);
    this.fingers.set(event.pointerId, here);
    const now = { ...here, at: event.timeStamp };
    this.touched = bare ? now : null;
    if (!bare || !first || !isDoubleTap(first, now)) return;
    this.touched = null;
    this.moving = true;
    const { left, top } = corner(event);
    if (this.own === null) this.zoom(DOUBLE_TAP.times, here.x - left, here.y - top);
    else this.whole();
  }

  /** `left` and `top` of the frame on the page; by default those of the listening element. */
  move(event: PointerEvent, left = corner(event).left, top = corner(event).top): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !this.ground.slides()) return;
    if (!this.moving && Math.hypot(dx, dy) < THRESHOLD) return;
    this.moving = true;
    this.touched = null;
    this.fingers.set(event.pointerId, now);
    if (!other) {
      this.change({ dx, dy, times: 1, x: 0, y: 0 });
      return;
    }
    const spread = (finger: Finger): number =>
      Math.max(20, Math.hypot(finger.x - other.x, finger.y - other.y));
    const [x, y] = [(now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top];
    this.change({ dx: dx / 2, dy: dy / 2, times: spread(now) / spread(before), x, y });
  }

  /** The click that ends a drag is dispatched before the next task. */
  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) setTimeout(() => (this.moving = false));
  }

  /** Zoom in (above 1) or out around a point of the frame. */
  zoom(times: number, x = 0, y = 0): void {
    this.change({ dx: 0, dy: 0, times, x, y });
  }

  whole(): void {
    this.own = null;
  }

  private change(change: Change): void {
    this.own = this.ground.changed(change);
  }
}
