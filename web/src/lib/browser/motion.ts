/** Easing and duration of animations made in code; matches `--ease` of `tokens.css`. */
export const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** Duration factor: 1 is normal speed. */
let times = 1;

/** Set the speed chosen by the user. */
export function setAnimationSpeed(chosen: number): void {
  times = chosen;
}

/** Convert a duration at normal speed to the current speed, in milliseconds. */
export function scaledDuration(normal: number): number {
  return normal * times;
}
