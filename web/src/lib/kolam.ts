/**
 * A kolam: dots on a grid, joined by one line that never ends.
 *
 * The line runs diagonally between the dots and is turned back by the edge of the grid, and by mirrors put between
 * two neighbouring dots. A grid whose sides have no common divisor gives one loop without mirrors; mirrors are added in
 * symmetric groups, and a group is kept only when the line is still one loop.
 */

export interface Kolam {
  columns: number;
  rows: number;
  /** Dots, in units of the grid: column and row plus one half. */
  dots: [number, number][];
  /** SVG path of the line, closed, in the same units. */
  path: string;
}

interface Ray {
  /** Position on the half-unit lattice: x in 0..2*columns, y in 0..2*rows, x + y odd. */
  x: number;
  y: number;
  dx: 1 | -1;
  dy: 1 | -1;
}

type Mirrors = Map<string, "vertical" | "horizontal">;

/** A small seeded generator, so that a page's ornament is the same every time. */
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
  let mirrors: Mirrors = new Map();
  for (let attempt = 0; attempt < columns * rows; attempt += 1) {
    const tried = withGroup(mirrors, columns, rows, random);
    if (loops(columns, rows, tried) === 1) mirrors = tried;
  }
  const points = trace(columns, rows, mirrors, start);
  const dots: [number, number][] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) dots.push([column + 0.5, row + 0.5]);
  }
  return { columns, rows, dots, path: smooth(points) };
}

const start: Ray = { x: 1, y: 0, dx: 1, dy: 1 };

/** Adds a mirror and its reflections left-right and top-bottom. */
function withGroup(mirrors: Mirrors, columns: number, rows: number, random: () => number): Mirrors {
  const out = new Map(mirrors);
  const x = 1 + Math.floor(random() * (2 * columns - 1));
  let y = 1 + Math.floor(random() * (2 * rows - 1));
  if ((x + y) % 2 === 0) y = y === 1 ? 2 : y - 1;
  const kind = random() < 0.5 ? "vertical" : "horizontal";
  for (const [mx, my] of [
    [x, y],
    [2 * columns - x, y],
    [x, 2 * rows - y],
    [2 * columns - x, 2 * rows - y],
  ]) {
    if (isInside(mx as number, my as number, columns, rows)) out.set(`${mx},${my}`, kind);
  }
  return out;
}

function isInside(x: number, y: number, columns: number, rows: number): boolean {
  return x > 0 && y > 0 && x < 2 * columns && y < 2 * rows;
}

function step(ray: Ray, columns: number, rows: number, mirrors: Mirrors): Ray {
  const next = { ...ray, x: ray.x + ray.dx, y: ray.y + ray.dy };
  const mirror = mirrors.get(`${next.x},${next.y}`);
  if (next.x === 0 || next.x === 2 * columns || mirror === "vertical") next.dx = -next.dx as 1 | -1;
  if (next.y === 0 || next.y === 2 * rows || mirror === "horizontal") next.dy = -next.dy as 1 | -1;
  return next;
}

function name(ray: Ray): string {
  return `${ray.x},${ray.y},${ray.dx},${ray.dy}`;
}

function trace(columns: number, rows: number, mirrors: Mirrors, from: Ray): Ray[] {
  const out: Ray[] = [];
  let ray = from;
  do {
    out.push(ray);
    ray = step(ray, columns, rows, mirrors);
  } while (name(ray) !== name(from));
  return out;
}

/** How many closed lines the mirrors make; each is run in both directions. */
export function loops(columns: number, rows: number, mirrors: Mirrors): number {
  const seen = new Set<string>();
  let count = 0;
  for (const ray of crossings(columns, rows)) {
    if (seen.has(name(ray))) continue;
    count += 1;
    for (const one of trace(columns, rows, mirrors, ray)) seen.add(name(one));
  }
  return count / 2;
}

/** Every place and direction in which some line leaves a lattice point. */
function crossings(columns: number, rows: number): Ray[] {
  const out: Ray[] = [];
  for (let x = 0; x <= 2 * columns; x += 1) {
    for (let y = (x + 1) % 2; y <= 2 * rows; y += 2) {
      for (const dx of [1, -1] as const) {
        for (const dy of [1, -1] as const) {
          const ray = { x, y, dx, dy };
          if (leavesInside(ray, columns, rows)) out.push(ray);
        }
      }
    }
  }
  return out;
}

function leavesInside({ x, y, dx, dy }: Ray, columns: number, rows: number): boolean {
  return x + dx >= 0 && y + dy >= 0 && x + dx <= 2 * columns && y + dy <= 2 * rows;
}

/** Rounds the corners: the line passes the middle of each piece and bends at the lattice points. */
function smooth(points: Ray[]): string {
  const count = points.length;
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const here = points[index] as Ray;
    const next = points[(index + 1) % count] as Ray;
    const middle = `${(here.x + next.x) / 4} ${(here.y + next.y) / 4}`;
    parts.push(index === 0 ? `M${middle}` : `Q${here.x / 2} ${here.y / 2} ${middle}`);
  }
  const first = points[0] as Ray;
  const second = points[1] as Ray;
  parts.push(`Q${first.x / 2} ${first.y / 2} ${(first.x + second.x) / 4} ${(first.y + second.y) / 4}Z`);
  return parts.join("");
}
