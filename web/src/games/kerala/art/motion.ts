/** Pieces travel from where they were: short Web Animations on elements that already stand at their goal. */

import { EASE, lasting } from "../../../lib/browser/motion";
import type { Camera } from "../../../lib/pictures/looking.svelte";
import { transformOf } from "../board/layout";

export const TRAVEL = 230;

/** Moves the picture of a platform from one scale and place to another. */
export function glide(element: Element, from: Camera, to: Camera): void {
  if (transformOf(from) === transformOf(to)) return;
  element.animate([{ transform: transformOf(from) }, { transform: transformOf(to) }], {
    duration: lasting(TRAVEL),
    easing: EASE,
  });
}

/** Lets an element travel to where it stands from an offset in its own units; waits unseen or in place before. */
export function travel(element: Element, dx: number, dy: number, scale: number, delay: number): void {
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
      { transform: "translate(0px, 0px) scale(1)" },
    ],
    { duration: lasting(TRAVEL), delay: lasting(delay), easing: EASE, fill: "backwards" },
  );
}

/** New tiles of an offer come up one after the other. */
export function appear(element: Element, delay: number): void {
  element.animate(
    [
      { opacity: 0, transform: "translateY(-14px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: lasting(TRAVEL), delay: lasting(delay), easing: EASE, fill: "backwards" },
  );
}
