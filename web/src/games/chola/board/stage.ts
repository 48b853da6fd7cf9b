/** What has just been laid settles into its place. */
import { EASE, lasting } from "../../../lib/browser/motion";
import type { Square } from "../wire";

const FALL = 240;
/** More squares than these at once are a jump in the record. */
const MOST = 4;

/** Lets the stones that were just built come down, one after the other; sculptures appear. */
export function appear(root: Element, squares: readonly Square[]): void {
  if (squares.length === 0 || squares.length > MOST) return;
  for (const [i, square] of squares.entries()) {
    root.querySelector(`[data-flip="${square}"]`)?.animate(
      [
        { opacity: 0, transform: "translate(0px, -34px)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: lasting(FALL), delay: lasting(i * FALL * 0.5), easing: EASE, fill: "backwards" },
    );
  }
}
