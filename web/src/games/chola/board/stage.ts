/** Animation of newly built stones and sculptures. */
import { EASE, scaledDuration } from "../../../lib/browser/motion";
import type { Square } from "../wire";

const FALL = 240;
/** More new squares than this at once mean that the replay has jumped: do not animate. */
const MAX_ANIMATED = 4;

/** Lower new stones into place one by one, and fade in sculptures. */
export function appear(root: Element, squares: readonly Square[]): void {
  if (squares.length === 0 || squares.length > MAX_ANIMATED) return;
  for (const [i, square] of squares.entries()) {
    root.querySelector(`[data-flip="${square}"]`)?.animate(
      [
        { opacity: 0, transform: "translate(0px, -34px)" },
        { opacity: 1, transform: "none" },
      ],
      {
        duration: scaledDuration(FALL),
        delay: scaledDuration(i * FALL * 0.5),
        easing: EASE,
        fill: "backwards",
      },
    );
  }
}
