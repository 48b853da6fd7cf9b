/** Animation of newly built stones and sculptures. */
import { EASE, scaledDuration } from "../../../lib/browser/motion";
import type { Square } from "../wire";

const FALL = 240;
/** With more new squares at the same time, the replay has jumped: no animation. */
const MAX_ANIMATED = 4;

/** Lower the new stones into place one after the other; fade sculptures in. */
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
