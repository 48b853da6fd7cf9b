/** How a stack is drawn: each disc above the one below, none hidden. */

import type { PieceCode } from "../wire";
import { parsePiece, THICKNESS } from "./pieces";

/** Room for the rims of a stack, in hundredths of a field; higher stacks are drawn with thinner discs. */
const ROOM = 60;

export interface Layer {
  code: PieceCode;
  /** Height of the underside above the field. */
  lift: number;
  /** Height of the rim. */
  height: number;
}

/** The discs of a stack from the bottom upwards. */
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

/** How high a stack is drawn, without the face of the top disc. */
export function heightOf(layers: readonly Layer[]): number {
  const top = layers.at(-1);
  return top ? top.lift + top.height : 0;
}
