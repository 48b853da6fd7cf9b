/** Hand-drawn lines: curves through a few points, with a slight tremble that fades out towards the edges. */
import { distance, type Point, point, pointText } from "./hex";

export type Line = Point[];

/** Seeded random number generator in 0..1, for drawing only. */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function seedOf(text: string): number {
  let seed = 7;
  for (const letter of text) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0;
  return seed;
}

/** Sample a cubic curve; `tremble` displaces the inner points. */
export function curve(a: Point, b: Point, c: Point, d: Point, tremble: number, next: () => number): Line {
  const steps = 10;
  const [shift, wave] = [(next() - 0.5) * 2 * tremble, (next() - 0.5) * 2 * tremble];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const s = i / steps;
    const at = bezier(a, b, c, d, s);
    const to = bezier(a, b, c, d, Math.min(1, s + 0.01));
    const from = bezier(a, b, c, d, Math.max(0, s - 0.01));
    const length = Math.max(1e-6, distance(from, to));
    const calm = Math.sin(Math.PI * s) ** 2;
    const by = calm * (shift + wave * Math.sin(4 * Math.PI * s));
    return point(at.x - ((to.y - from.y) / length) * by, at.y + ((to.x - from.x) / length) * by);
  });
}

function bezier(a: Point, b: Point, c: Point, d: Point, s: number): Point {
  const r = 1 - s;
  const [p, q, u, v] = [r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s];
  return point(p * a.x + q * b.x + u * c.x + v * d.x, p * a.y + q * b.y + u * c.y + v * d.y);
}

/** Return a smooth path through the points, without the initial move. */
export function smoothPath(line: Line): string {
  let path = "";
  for (let i = 0; i + 1 < line.length; i++) {
    const a = line[Math.max(0, i - 1)] as Point;
    const b = line[i] as Point;
    const c = line[i + 1] as Point;
    const d = line[Math.min(line.length - 1, i + 2)] as Point;
    const first = point(b.x + (c.x - a.x) / 6, b.y + (c.y - a.y) / 6);
    const second = point(c.x - (d.x - b.x) / 6, c.y - (d.y - b.y) / 6);
    path += `C${pointText(first)} ${pointText(second)} ${pointText(c)}`;
  }
  return path;
}

export function distanceToLine(at: Point, line: Line): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i] as Point, line[i + 1] as Point];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const s = Math.max(
      0,
      Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / Math.max(1e-6, dx * dx + dy * dy)),
    );
    least = Math.min(least, Math.hypot(at.x - a.x - s * dx, at.y - a.y - s * dy));
  }
  return least;
}

/** Return whether a point is inside a closed line. */
export function isInside(at: Point, line: Line): boolean {
  let inside = false;
  for (let i = 0, j = line.length - 1; i < line.length; j = i++) {
    const [a, b] = [line[i] as Point, line[j] as Point];
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside;
}
