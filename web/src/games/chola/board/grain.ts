/** Deterministic stone grain in a 40 by 40 box, drawn without image files. */

/** Seeded random number generator in 0..1, for decoration only. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Grain = "bands" | "veins" | "speckle" | "leaf";

export function grain(kind: Grain, seed: number): string {
  const next = seededRandom(seed * 7919);
  const n = (most: number, least = 0): string => (least + next() * (most - least)).toFixed(1);
  const some = (count: number, draw: () => string): string => Array.from({ length: count }, draw).join("");
  switch (kind) {
    case "bands":
      return [6, 13, 20, 27, 34]
        .map((y) => `M1 ${y}Q10 ${n(y + 3, y - 3)} 20 ${n(y + 2, y - 2)}T39 ${n(y + 2, y - 2)}`)
        .join("");
    case "veins":
      return some(3, () => `M${n(38, 2)} 1Q${n(38, 2)} ${n(18, 8)} ${n(36, 4)} 20T${n(38, 2)} 39`);
    case "speckle":
      return some(34, () => `M${n(37, 2)} ${n(37, 2)}h${n(1.8, 0.8)}v${n(1.6, 0.8)}h-1z`);
    case "leaf":
      return some(5, () => {
        const [x, y] = [n(32, 3), n(32, 3)];
        return `M${x} ${y}l${n(9, 4)} ${n(3, -2)}l${n(3, -2)} ${n(8, 4)}l-${n(9, 5)} ${n(3, -1)}z`;
      });
  }
}
