/** Display layers besides the pieces; they persist when the board is recreated. */
export const layers = $state({ stability: false });
