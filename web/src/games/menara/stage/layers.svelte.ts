/** Visibility of optional layers; kept when the board is recreated. */
export const layers = $state({ stability: false });
