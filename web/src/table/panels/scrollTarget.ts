/** Vertical extent of a scroll pane or an element in it. */
interface VerticalRange {
  top: number;
  bottom: number;
}

/**
 * Return the distance to scroll until `part` is visible in `window` (its start, if it is longer); 0 if it already is.
 */
export function scrollOffset(part: VerticalRange, window: VerticalRange): number {
  if (part.top < window.top) return part.top - window.top;
  if (part.bottom > window.bottom) return Math.min(part.bottom - window.bottom, part.top - window.top);
  return 0;
}
