/** Deterministic grains of sand, drawn without image files. */

/** Seeded random number generator in 0..1, for decoration only. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Return short strokes across an area as one path. */
export function grains(count: number, width: number, height: number, seed: number): string {
  const next = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const [x, y] = [next() * width, next() * height];
    const length = 2 + next() * 7;
    return `M${x.toFixed(1)} ${y.toFixed(1)}l${length.toFixed(1)} ${((next() - 0.5) * 2).toFixed(1)}`;
  }).join("");
}
