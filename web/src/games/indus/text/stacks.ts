/** Layout of stacks: each disc is visible above the one below. */

import type { PieceCode } from "../wire";
import { parsePiece, THICKNESS } from "./pieces";

/** Space for the rims of a stack, in hundredths of a field; in higher stacks, discs are thinner. */
const ROOM = 60;

interface Layer {
  code: PieceCode;
  /** Height of the underside above the field. */
  lift: number;
  /** Height of the rim. */
  height: number;
}

/** Return the discs of a stack from bottom to top. */
export function layersOf(stack: readonly PieceCode[]): Layer[] {
  const full = stack.map((code) => THICKNESS[parsePiece(code).rank]);
  const sum = full.reduce((a, b) => a + b, 0);
  const share = Math.min(1, ROOM / Math.max(1, sum));
  let lift = 0;
  return stack.map((code, i) => {
    const height = (full[i] ?? 0) * share;
    const layer = { code, lift, height };
    lift += height;
    return layer;
  });
}

/** Return the height of a stack, without the face of the top disc. */
export function heightOf(layers: readonly Layer[]): number {
  const top = layers.at(-1);
  return top ? top.lift + top.height : 0;
}
