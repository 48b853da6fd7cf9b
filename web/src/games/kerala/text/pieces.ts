/** Kerala's tiles by code: `K3` symbols, `B>K` coloured edge, `RJ` jump, `PM` shift, `GS` start. */
import type { Colour, Side, TileKind } from "../wire";

export interface Piece {
  code: string;
  colour: Colour;
  kind: TileKind;
  /** Number of golden elephants on the tile. */
  symbols: number;
  /** Fringe colour of an edge tile. */
  edge: Colour | null;
}

export const COLOURS: readonly Colour[] = ["blue", "black", "red", "green", "purple"];
export const SIDES: readonly Side[] = ["N", "E", "S", "W"];

/** Letter of each colour, shown so that colour is never the only cue. */
export const LETTER: Record<Colour, string> = { blue: "B", black: "K", red: "R", green: "G", purple: "P" };

/** Screen colours of the art direction; a test checks the text contrast. */
export const FILL: Record<Colour, string> = {
  blue: "#5585D9",
  black: "#161616",
  red: "#D32A00",
  green: "#9DD787",
  purple: "#712578",
};

/** Text colours with a contrast of at least 4.5:1 on each colour. */
export const TEXT_ON: Record<Colour, string> = {
  blue: "#0B0B0B",
  black: "#FFF4D6",
  red: "#FFFFFF",
  green: "#16210F",
  purple: "#FFF4D6",
};

const BY_LETTER: Record<string, Colour> = { B: "blue", K: "black", R: "red", G: "green", P: "purple" };
const FACES = ["1", "2", "3"] as const;
const SPECIAL: Record<string, TileKind> = { J: "jump", M: "shift", S: "start" };

/** Parse a piece code; throws if it is invalid. */
export function parsePiece(code: string): Piece {
  const [letter = "", face = "", edge = ""] = code;
  const colour = BY_LETTER[letter];
  if (colour && face === ">" && BY_LETTER[edge] && code.length === 3) {
    return { code, colour, kind: "edge", symbols: 0, edge: BY_LETTER[edge] };
  }
  if (colour && code.length === 2) {
    const special = SPECIAL[face];
    if (special) return { code, colour, kind: special, symbols: special === "start" ? 1 : 0, edge: null };
    if (/[0-9]/.test(face)) return { code, colour, kind: "symbol", symbols: Number(face), edge: null };
  }
  throw new Error(`not a tile of Kerala: ${code}`);
}

/** Return the faces of one colour in catalogue order: 1, 2, 3, the four edges, jump, shift. */
export function facesOf(colour: Colour): string[] {
  const letter = LETTER[colour];
  const edges = COLOURS.filter((other) => other !== colour).map((other) => `${letter}>${LETTER[other]}`);
  return [...FACES.map((face) => letter + face), ...edges, `${letter}J`, `${letter}M`];
}

/** All 45 game tile types, then the five start tiles. */
export const GAME_TILES: readonly string[] = COLOURS.flatMap(facesOf);
export const START_TILES: readonly string[] = COLOURS.map((colour) => `${LETTER[colour]}S`);

/** Return the id of the SVG symbol of a tile. */
export function symbolId(code: string): string {
  return `kerala-tile-${code.replace(">", "-")}`;
}

/** Return the rotation in degrees from a fringe in the north to the given side. */
export function turnOf(side: Side | null): number {
  return side ? SIDES.indexOf(side) * 90 : 0;
}
