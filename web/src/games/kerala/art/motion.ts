/** Short Web Animations that move pieces from their previous position to the rendered one. */

import { EASE, scaledDuration } from "../../../lib/browser/motion";
import type { Camera } from "../../../lib/pictures/panZoom.svelte";
import { transformOf } from "../board/layout";

export const TRAVEL = 230;

/** Animate the picture of a platform from one camera to another. */
export function glide(element: Element, from: Camera, to: Camera): void {
  if (transformOf(from) === transformOf(to)) return;
  element.animate([{ transform: transformOf(from) }, { transform: transformOf(to) }], {
    duration: scaledDuration(TRAVEL),
    easing: EASE,
  });
}

/**
 * Animate an element from an offset, in its own units, to its position; before the delay it is hidden or stays in
 * place.
 */
export function travel(element: Element, dx: number, dy: number, scale: number, delay: number): void {
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
      { transform: "translate(0px, 0px) scale(1)" },
    ],
    { duration: scaledDuration(TRAVEL), delay: scaledDuration(delay), easing: EASE, fill: "backwards" },
  );
}

/** Fade in the new tiles of an offer one by one. */
export function appear(element: Element, delay: number): void {
  element.animate(
    [
      { opacity: 0, transform: "translateY(-14px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: scaledDuration(TRAVEL), delay: scaledDuration(delay), easing: EASE, fill: "backwards" },
  );
}
