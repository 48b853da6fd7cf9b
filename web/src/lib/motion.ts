/** How whatever moves comes to rest: the `--ease` of `tokens.css`, for animations that are made in code. */
export const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
