/** Six carved motifs, each drawn in a 40 by 40 box around the origin, and the sculptures composed of them. */
import type { TileId } from "../wire";

const MOTIF_NAMES = ["lotus", "yali", "dancer", "elephant", "makara", "lamp"] as const;
type MotifName = (typeof MOTIF_NAMES)[number];

type Stroke = readonly [path: string, width: number];

interface Motif {
  fill?: string;
  strokes?: readonly Stroke[];
  cuts: readonly Stroke[];
}

export const MOTIFS: Record<MotifName, Motif> = {
  lotus: {
    fill:
      "M0 12C-6 5 -6 -7 0 -15C6 -7 6 5 0 12ZM-2 12C-10 9 -13 0 -11 -9C-5 -6 -2 1 -2 12ZM2 12C10 9 13 0 11 -9C5 -6 2 1 2 12Z" +
      "M-4 13C-12 13 -17 7 -18 0C-11 1 -6 6 -4 13ZM4 13C12 13 17 7 18 0C11 1 6 6 4 13ZM-12 14H12Q9 18 0 18T-12 14Z",
    cuts: [["M0 9V-8M-4.5 8C-7 4 -8.5 0 -9 -4M4.5 8C7 4 8.5 0 9 -4M-7 15.8H7", 1]],
  },
  lamp: {
    fill:
      "M-10 18H10L7 14H-7ZM-2 14V4H2V14ZM-4.5 8A4.5 2.2 0 1 0 4.5 8A4.5 2.2 0 1 0 -4.5 8ZM-14 -3Q-12 5 0 5T14 -3Q8 -1 0 -1T-14 -3Z" +
      "M0 -18Q6 -9 0 -4Q-6 -9 0 -18ZM-12 -12Q-9 -7.5 -12 -5Q-15 -7.5 -12 -12ZM12 -12Q15 -7.5 12 -5Q9 -7.5 12 -12Z",
    cuts: [["M-9 1Q0 4.5 9 1M0 -12V-7M-6 16H6", 1]],
  },
  elephant: {
    fill:
      "M-17 16V2C-17 -8 -10 -13 -2 -12C1 -16 9 -16 13 -11C17 -7 16 0 16 6C16 10 17.5 11 19 9.5V12.5C17.5 16 12 15 12 9" +
      "L11 4C9 7 7 7 6 7V16H1V9H-7V16Z",
    strokes: [["M-17 3Q-20 6 -18.5 11", 1.6]],
    cuts: [
      ["M3 -10C-3 -9 -3 0 2 2C6 2 7 -4 6 -8", 1.2],
      ["M10.5 -6.5h0.1", 2],
      ["M12 5L17 3", 1.3],
      ["M-15 -1Q-9 4 -3 2M-13 4Q-9 7 -4 5", 0.9],
    ],
  },
  yali: {
    fill:
      "M-11 18C-13 8 -10 1 -5 -3C-8 -9 -4 -17 4 -17C10 -17 13 -13 13 -9L18 -6L14 -3L17 -1C15 2 11 3 8 3L9 11L14 10L16 13" +
      "L9 15L7 18H2L3 8L-2 11L-1 18Z",
    strokes: [["M-10 14C-19 14 -19 2 -13 2C-10 2 -10 6 -12.5 6", 2.4]],
    cuts: [
      ["M-4 -3C-4 -8 -1 -12 3 -13M-1 0C0 -5 2 -8 5 -9M3 2C4 -2 5 -4 8 -5", 1.1],
      ["M10 -11.5h0.1", 2],
      ["M13 -5L9 -5.5", 1],
    ],
  },
  dancer: {
    fill: "M-3.4 -13.5A3.4 3.6 0 1 0 3.4 -13.5A3.4 3.6 0 1 0 -3.4 -13.5ZM-2 -16.5L0 -20L2 -16.5ZM-5 -9H5L3 -2H6L5 4H-5L-4 -2H-3Z",
    strokes: [
      ["M-4 -8L-12 -5L-14 -13M4 -8L12 -4L17 -9", 2.6],
      ["M-3 3L-6 10L-3 17M-3 17H-8", 3.2],
      ["M3 3L11 6L8 13", 3.2],
    ],
    cuts: [
      ["M-4 -2.5H4M-3.5 1.5Q0 4 3.5 1.5", 1],
      ["M-2.5 -6.5Q0 -4.5 2.5 -6.5", 0.9],
    ],
  },
  makara: {
    fill: "M17 4C12 14 0 18 -9 12C-18 6 -15 -6 -6 -6C-1 -6 1 -1 -3 1C-5 2 -7 0 -6 -1.5C-10 0 -9 6 -3 7C4 8 9 2 10 -3C11 -9 17 -9 18 -5C18.5 -2 15 -1 14 -3Z",
    strokes: [
      ["M-6 -6C-9 -13 -2 -17 2 -13M-6 -6C-3 -11 4 -11 5 -7M-8 -5C-14 -10 -12 -16 -8 -17", 2],
      ["M2 13L4 18M-6 13L-7 18M4 18H8M-7 18H-3", 2.2],
    ],
    cuts: [
      ["M11.5 2h0.1", 2],
      ["M9 9L15 6M-8 10Q-2 14 5 11", 1],
      ["M-12 4Q-11 8 -8 9.5", 1],
    ],
  },
};

/** Composition of a sculpture: motifs from left to right, and the richness of the niche (0 to 4). */
interface Composition {
  motifs: MotifName[];
  niche: number;
}

/** For large sculptures, the main colour of the cost determines the motif and the value determines the niche. */
const GREAT: Record<string, MotifName> = {
  B: "elephant",
  L: "dancer",
  W: "lotus",
  G: "yali",
  Y: "makara",
};

const PAIRS: readonly (readonly [MotifName, MotifName])[] = [
  ["lotus", "lamp"],
  ["elephant", "elephant"],
  ["yali", "yali"],
  ["dancer", "dancer"],
  ["makara", "makara"],
  ["lamp", "lamp"],
  ["dancer", "lamp"],
  ["lotus", "lotus"],
];

export function compositionOf(tile: TileId): Composition {
  const number = Number(tile.slice(1));
  switch (tile[0]) {
    case "Q":
      return { motifs: [GREAT[tile[2] ?? "W"] ?? "lotus"], niche: Number(tile[1]) - 4 };
    case "T": {
      const flank = MOTIF_NAMES[number % 6] ?? "lotus";
      return { motifs: [flank, MOTIF_NAMES[(number + 2) % 6] ?? "lamp", flank], niche: 1 };
    }
    case "D":
      return { motifs: [...(PAIRS[number - 1] ?? PAIRS[0] ?? [])], niche: 0 };
    default:
      return { motifs: [MOTIF_NAMES[(number - 1) % MOTIF_NAMES.length] ?? "lotus"], niche: 0 };
  }
}
