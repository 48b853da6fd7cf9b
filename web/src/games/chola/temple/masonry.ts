/** Masonry of the tower: storeys, ledges and the granite texture. */

import { spotOf, UNIT } from "../board/geometry";
import { seededRandom } from "../board/grain";
import type { Square } from "../wire";

export interface Storey {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Return the storeys from bottom to top in drawing units; a storey is a run of rows of equal width. */
export function storeysOf(squares: readonly Square[], rows: number): Storey[] {
  const storeys: Storey[] = [];
  for (let row = 1; row <= rows; row += 1) {
    const columns = squares.map(spotOf).flatMap(([column, level]) => (level === row ? [column] : []));
    const left = Math.min(...columns) * UNIT;
    const right = (Math.max(...columns) + 1) * UNIT;
    const top = (rows - row) * UNIT;
    const below = storeys.at(-1);
    if (below?.left === left && below.right === right) below.top = top;
    else storeys.push({ left, right, top, bottom: top + UNIT });
  }
  return storeys;
}

/** Return the centre of each ledge, where a storey is narrower than the one below. */
export function ledgesOf(storeys: readonly Storey[]): { x: number; y: number }[] {
  return storeys.slice(1).flatMap((storey, i) => {
    const below = storeys[i] ?? storey;
    const [left, right] = [storey.left - below.left, below.right - storey.right];
    return [
      ...(left > 0 ? [{ x: below.left + left / 2, y: below.top }] : []),
      ...(right > 0 ? [{ x: below.right - right / 2, y: below.top }] : []),
    ];
  });
}

/** Return the outline of all storeys. */
export function outlineOfStoreys(storeys: readonly Storey[]): string {
  const up = storeys.map(({ left, top, bottom }) => `L${left} ${bottom}V${top}`).join("");
  const down = storeys
    .toReversed()
    .map(({ right, top, bottom }) => `L${right} ${top}V${bottom}`)
    .join("");
  return `M${up.slice(1)}${down}Z`;
}

/** Size of the repeating wall texture in blocks, and number of tones. */
export const WALL = { columns: 7, rows: 6, tones: 5 } as const;

/** Return a seamless wall texture: hewn blocks in several tones with lit and shaded edges, speckles and chips. */
export function wall(): { blocks: string[]; lit: string; shade: string; dark: string; light: string } {
  const next = seededRandom(1010);
  const about = (least: number, most: number): number => Number((least + next() * (most - least)).toFixed(1));
  const blocks = Array.from({ length: WALL.tones }, () => "");
  const drawn = { lit: "", shade: "", dark: "", light: "" };
  for (let row = 0; row < WALL.rows; row += 1) {
    for (let column = 0; column < WALL.columns; column += 1) {
      const [x, y] = [column * UNIT, row * UNIT];
      const tone = Math.floor(next() * WALL.tones);
      // Worn corners.
      const worn = next() < 0.3 ? about(2, 5) : 0.8;
      blocks[tone] +=
        `M${x + 0.6} ${y + 0.6}H${x + UNIT - 0.6 - worn}l${worn} ${worn}V${y + UNIT - 0.6}H${x + 0.6}Z`;
      drawn.lit += `M${x + 1.5} ${y + UNIT - 2}V${y + 1.6}H${x + UNIT - 2 - worn}`;
      drawn.shade += `M${x + UNIT - 1.5} ${y + 2 + worn}V${y + UNIT - 1.5}H${x + 2}`;
      for (let i = 0; i < 9; i += 1)
        drawn[i % 3 ? "dark" : "light"] +=
          `M${x + about(3, 36)} ${y + about(3, 36)}h${about(0.7, 1.9)}v${about(0.7, 1.6)}h-1z`;
      // Chisel marks.
      if (next() < 0.45) {
        const [from, at] = [x + about(5, 22), y + about(6, 30)];
        for (let i = 0; i < 3; i += 1) drawn.dark += `M${from + i * 4} ${at + i}l3.6 -5l.5 .4l-3.5 5z`;
      }
    }
  }
  return { blocks, ...drawn };
}
