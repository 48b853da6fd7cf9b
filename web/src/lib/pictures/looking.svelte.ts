/**
 * What of a large picture is seen, as of a map: it fits by itself until somebody moves it or zooms. One pointer moves it,
 * two zoom as well; two touches one after the other, where nothing can be chosen, bring it closer and back again.
 */

/** Scale (pixels per drawing unit), and where (0, 0) lies in the frame (pixels). */
export interface Camera {
  k: number;
  x: number;
  y: number;
}

/** Moved by (dx, dy), and closer (above 1) or further around a point of the frame; in pixels. */
export interface Change {
  dx: number;
  dy: number;
  times: number;
  x: number;
  y: number;
}

interface Ground<Look> {
  /** Whether a pointer takes part. */
  takes(event: PointerEvent): boolean;
  /** Whether one pointer alone moves the picture now. */
  slides(): boolean;
  /** What is looked at after a change. */
  changed(change: Change): Look;
}

interface Finger {
  x: number;
  y: number;
}

export interface Touch extends Finger {
  /** Milliseconds. */
  at: number;
}

/** Pixels that a pointer may tremble before a press becomes a move. */
const THRESHOLD = 8;
/** Milliseconds and pixels between two touches that belong together, and how much closer they bring the picture. */
const TWICE = { within: 320, apart: 28, times: 2.2 };
/** What can be chosen: a second touch there chooses. */
const CHOOSABLE = ".choosable, button, a, input, label";

/** Pixels: what a finger can tell apart, and how far beside a place it may come down and still mean it. */
export const FINGER = 42;
const BESIDE = 24;

/** How much closer places must come for a finger to tell the one that it touched from its neighbours; 1: not at all. */
export function timesToTell(
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

/** Whether two touches belong together. */
export function isTwice(first: Touch, then: Touch): boolean {
  const { within, apart } = TWICE;
  return then.at - first.at <= within && Math.hypot(then.x - first.x, then.y - first.y) <= apart;
}

/** Where the element that listens to an event lies on the page. */
function corner(event: PointerEvent): { left: number; top: number } {
  return (event.currentTarget as Element | null)?.getBoundingClientRect?.() ?? { left: 0, top: 0 };
}

export class Looking<Look> {
  /** What the person chose to look at; null: whatever fits. */
  own = $state.raw<Look | null>(null);
  /** A pointer moves the picture now; the click that ends it chooses nothing. */
  moving = $state(false);
  private readonly fingers = new Map<number, Finger>();
  /** Where and when the picture was touched and nothing could be chosen. */
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
    if (!bare || !first || !isTwice(first, now)) return;
    this.touched = null;
    this.moving = true;
    const { left, top } = corner(event);
    if (this.own === null) this.zoom(TWICE.times, here.x - left, here.y - top);
    else this.whole();
  }

  /** `left` and `top` of the frame on the page; without them those of the element that listens. */
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

  /** The click that ends a move comes before the next task. */
  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) setTimeout(() => (this.moving = false));
  }

  /** Closer (above 1) or further, around a point of the frame. */
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
