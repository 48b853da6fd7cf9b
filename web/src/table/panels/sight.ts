/** What lies in a pane that scrolls, and how far it has to. */
interface Stretch {
  top: number;
  bottom: number;
}

/** How far to scroll until `part` is seen whole in `window`, its beginning if it is longer; 0 where it is. */
export function scrollTo(part: Stretch, window: Stretch): number {
  if (part.top < window.top) return part.top - window.top;
  if (part.bottom > window.bottom) return Math.min(part.bottom - window.bottom, part.top - window.top);
  return 0;
}
