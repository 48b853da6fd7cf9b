/** Animation of points that fly from their origin on the board to the player's score. */
import { EASE, scaledDuration } from "../../lib/browser/motion";
import type { AnyView, GameEvent, GameModule } from "../contract";

/** Milliseconds until the scoring pieces have settled, and duration of the flight. */
const LANDING = 280;
const FLIGHT = 900;

/** Point on the page, in pixels. */
interface Spot {
  x: number;
  y: number;
}

/** Return the origin of a seat's points: that of the latest of these events with a place on the board. */
export function originOf(
  events: readonly GameEvent[],
  seat: number,
  view: AnyView,
  module: GameModule | null,
): string | null {
  for (const event of events.toReversed()) {
    const place = module?.pointsOrigin?.(event, seat, view);
    if (place) return place;
  }
  return null;
}

/** Return the events that continued the turn; [] if the position changed otherwise, such as by an undo. */
export function turnOf(recent: readonly GameEvent[], events: readonly GameEvent[]): GameEvent[] {
  const last = recent.at(-1);
  if (
    !last ||
    !recent.every((event) => event.kind === "act" || event.kind === "chance" || event.kind === "confirm")
  )
    return [];
  const before = events.filter((event) => event.turn === last.turn && event.seq < (recent[0]?.seq ?? 0));
  return [...before, ...recent];
}

/**
 * Return the position of a board element on the page; if it is missing or outside the board's frame, the nearest
 * visible point.
 */
export function spotOf(place: string | null): Spot | null {
  const frame = document.querySelector(".board")?.getBoundingClientRect();
  if (!frame) return null;
  const drawn = place ? document.querySelector(`.board ${place}`)?.getBoundingClientRect() : undefined;
  const spot = middle(drawn && drawn.width > 0 ? drawn : frame);
  return { x: within(spot.x, frame.left, frame.right), y: within(spot.y, frame.top, frame.bottom) };
}

/** Return the centre of an element on the page. */
export function middle(box: DOMRect): Spot {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Keep `value` half a fingertip away from either end. */
function within(value: number, low: number, high: number): number {
  return Math.max(low + 22, Math.min(high - 22, value));
}

/** Delay of the points until the pieces have settled. */
export function settleDelay(): number {
  return scaledDuration(LANDING);
}

/** Show an element centred on `goal` at `from` first, long enough to read it, then move it to its goal. */
export function animatePoints(element: Element, from: Spot, goal: Spot, arrived: () => void): () => void {
  const there = `translate(${from.x - goal.x}px, ${from.y - goal.y}px)`;
  const flight = element.animate(
    [
      { opacity: 0, transform: `${there} scale(0.6)`, easing: EASE },
      { opacity: 1, transform: `${there} scale(1.25)`, offset: 0.15 },
      { opacity: 1, transform: `${there} scale(1.25)`, offset: 0.45, easing: "ease-in-out" },
      { opacity: 1, transform: "translate(0px, 0px) scale(0.9)" },
    ],
    { duration: scaledDuration(FLIGHT), fill: "both" },
  );
  flight.onfinish = arrived;
  return () => flight.cancel();
}
