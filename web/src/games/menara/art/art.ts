/** Colours and marks of Menara's pieces, shared by the page's drawings and the 3-D scene. */
import type { Colour, Pile } from "../wire";

interface Paint {
  fill: string;
  /** Colour in shadow. */
  low: string;
  /** Colour in the light. */
  high: string;
  /** Colour of the mark on it. */
  mark: string;
}

export const PAINT: Record<Colour, Paint> = {
  yellow: { fill: "#f3b61f", low: "#b9800c", high: "#ffd868", mark: "#3a2406" },
  red: { fill: "#b8261c", low: "#7c140e", high: "#dd5a48", mark: "#ffe9d2" },
  black: { fill: "#1f1b1a", low: "#0b0908", high: "#4a403b", mark: "#f3e4c4" },
  white: { fill: "#f8f2e4", low: "#c9bb9d", high: "#ffffff", mark: "#57483a" },
  blue: { fill: "#2c6fb7", low: "#17457a", high: "#6ba5e2", mark: "#f4f9ff" },
};

/** Mark of each colour, 20 wide, filled with the even-odd rule: dot, cross, square, ring, wave. */
export const MARK: Record<Colour, string> = {
  yellow: "M-4.4 0A4.400 4.400 0 1 0 4.400 0A4.400 4.400 0 1 0 -4.400 0Z",
  red: "M-2-6.400H2V-2H6.400V2H2V6.400H-2V2H-6.400V-2H-2Z",
  black: "M-4.600-4.600H4.600V4.600H-4.600Z",
  white:
    "M-6.200 0A6.200 6.200 0 1 0 6.200 0A6.200 6.200 0 1 0 -6.200 0ZM-3.400 0A3.400 3.400 0 1 0 3.400 0A3.400 3.400 0 1 0 -3.400 0Z",
  blue: "M-7.400 1C-5.600-5.200-2.600-5.600.200-1.900C2.400 1 4.200.800 5.800-2.800L7.400-1C5.800 5.200 2.800 5.600-.2 1.900C-2.400-1-4.200-.8-5.800 2.800Z",
};

interface Stone {
  fill: string;
  low: string;
  high: string;
  /** Colour of the inlaid lines. */
  inlay: string;
  /** Colour of the ring around a base. */
  rim: string;
  /** Colour of the letters. */
  ink: string;
}

/** The two sides of a floor. */
export const STONE = {
  light: {
    fill: "#ecdab6",
    low: "#cdb385",
    high: "#f8ecd0",
    inlay: "#b07a3c",
    rim: "#8a5a28",
    ink: "#4a2f14",
  },
  dark: {
    fill: "#4f3541",
    low: "#35222c",
    high: "#6d4c5a",
    inlay: "#c89a52",
    rim: "#e3bd7c",
    ink: "#f4e2bf",
  },
} as const satisfies Record<string, Stone>;

/** Colours of the cards' rims. */
export const RIM = { free: "#b9692c", light: "#f3e4c2", dark: "#3f2833" } as const;

/** Backs of the three piles, distinguished by the number of roofs. */
export const PILE: Record<Pile, { fill: string; ink: string; roofs: number }> = {
  blue: { fill: "#2f63a3", ink: "#eef5ff", roofs: 1 },
  yellow: { fill: "#d99a1c", ink: "#2b1a04", roofs: 2 },
  red: { fill: "#a32a1c", ink: "#fff0e2", roofs: 3 },
};

/** Stability level: safe, caution, danger. */
export type Tone = "safe" | "care" | "risk";
export const TONE: Record<Tone, string> = { safe: "#5fae54", care: "#e8a21a", risk: "#d4452f" };

/**
 * Return the stability level for the number of additional columns a base can carry: safe from two, danger below one.
 */
export function toneOfBears(bears: number | null): Tone {
  return bears === null || bears >= 2 ? "safe" : bears >= 1 ? "care" : "risk";
}

/**
 * Return the stability level for the tilt in degrees that the tower tolerates: building below half a degree is
 * forbidden.
 */
export function toneOfTilt(tilt: number | null): Tone {
  return tilt === null || tilt >= 2 ? "safe" : tilt >= 1 ? "care" : "risk";
}
