/** How whatever moves comes to rest: the `--ease` of `tokens.css`, for animations that are made in code. */
export const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** How many times as long as at normal speed a movement takes. */
let times = 1;

/** Sets the speed that the person has chosen. */
export function moveAt(chosen: number): void {
  times = chosen;
}

/** Milliseconds that a movement takes now, of those that it takes at normal speed. */
export function lasting(normal: number): number {
  return normal * times;
}
