/**
 * Kolam: a grid of dots enclosed by a single closed line. The line runs diagonally between the dots and is reflected at
 * the edge of the grid and by mirrors between neighbouring dots. Without mirrors, a grid with coprime sides gives one
 * loop. Mirrors are added in symmetric groups, and each group is kept only if the line remains a single loop. A kolam
 * is drawn on each page before anything else is loaded, so the search allocates no objects or strings.
 */

interface Kolam {
  /** SVG path of the dots, each a point, in grid units. */
  dots: string;
  /** SVG path of the closed line, in the same units. */
  path: string;
}

export const UPRIGHT = 1;
const LYING = 2;

/** Seeded random number generator, so that a page's ornament is always the same. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function kolam(columns: number, rows: number, seed: number): Kolam {
  const random = seeded(seed);
  const mirrors = noMirrors(columns, rows);
  for (let attempt = 0; attempt < columns * rows; attempt += 1) {
    const before = addGroup(mirrors, columns, rows, random);
    if (!isOneLoop(columns, rows, mirrors)) for (const [at, kind] of before) mirrors[at] = kind;
  }
  let dots = "";
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) dots += `M${column + 0.5} ${row + 0.5}h0`;
  }
  return { dots, path: smooth(trace(columns, rows, mirrors)) };
}

/** Kinds of mirrors on the half-unit lattice, `at(columns, x, y)`: x in 0..2*columns, y in 0..2*rows. */
export function noMirrors(columns: number, rows: number): Uint8Array {
  return new Uint8Array((2 * columns + 1) * (2 * rows + 1));
}

export function at(columns: number, x: number, y: number): number {
  return y * (2 * columns + 1) + x;
}

/** Add a mirror and its reflections, horizontally and vertically; return the previous values, the last change first. */
function addGroup(
  mirrors: Uint8Array,
  columns: number,
  rows: number,
  random: () => number,
): [number, number][] {
  const x = 1 + Math.floor(random() * (2 * columns - 1));
  let y = 1 + Math.floor(random() * (2 * rows - 1));
  if ((x + y) % 2 === 0) y = y === 1 ? 2 : y - 1;
  const kind = random() < 0.5 ? UPRIGHT : LYING;
  const before: [number, number][] = [];
  if (y >= 2 * rows) return before;
  for (const mx of [x, 2 * columns - x]) {
    for (const my of [y, 2 * rows - y]) {
      before.unshift([at(columns, mx, my), mirrors[at(columns, mx, my)] ?? 0]);
      mirrors[at(columns, mx, my)] = kind;
    }
  }
  return before;
}

/** Return whether a single line passes all crossings: it then has four segments per cell. */
export function isOneLoop(columns: number, rows: number, mirrors: Uint8Array): boolean {
  return trace(columns, rows, mirrors).length === 2 * 4 * columns * rows;
}

/** Trace the line from the upper left corner; return alternating x and y of its lattice points. */
function trace(columns: number, rows: number, mirrors: Uint8Array): number[] {
  const points: number[] = [];
  let [x, y, dx, dy] = [1, 0, 1, 1];
  do {
    points.push(x, y);
    x += dx;
    y += dy;
    const mirror = mirrors[at(columns, x, y)];
    if (x === 0 || x === 2 * columns || mirror === UPRIGHT) dx = -dx;
    if (y === 0 || y === 2 * rows || mirror === LYING) dy = -dy;
  } while (x !== 1 || y !== 0 || dx !== 1);
  return points;
}

/** Round the corners: the line passes the middle of each segment and bends at the lattice points. */
function smooth(points: number[]): string {
  const middle = (index: number): string => {
    const [x = 0, y = 0] = points.slice(index, index + 2);
    const [nextX = 0, nextY = 0] = index + 2 < points.length ? points.slice(index + 2, index + 4) : points;
    return `${(x + nextX) / 4} ${(y + nextY) / 4}`;
  };
  let path = `M${middle(0)}`;
  for (let index = 2; index <= points.length; index += 2) {
    const bend = index % points.length;
    path += `Q${(points[bend] ?? 0) / 2} ${(points[bend + 1] ?? 0) / 2} ${middle(bend)}`;
  }
  return `${path}Z`;
}
