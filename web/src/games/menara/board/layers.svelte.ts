/** What is shown besides the pieces; it stays as it is when the board is made anew. */
export const layers = $state({ stability: false });
