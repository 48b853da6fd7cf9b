/** Pieces of Chola by code. */
import type { CardKind, Cards, Letter, Source, Stones } from "../wire";

export const LETTERS: readonly Letter[] = ["B", "L", "W", "G", "Y"];
/** Sources of points. */
export const SOURCES: readonly Source[] = [
  "foreign",
  "own_patterns",
  "given_patterns",
  "treasures",
  "doubling",
  "own_stones",
  "sculptures",
  "doubled_sculptures",
  "other",
];
export const CARDS: readonly CardKind[] = ["one", "same2", "diff2", "hv4", "diag4"];

/** Places for stones of one colour on the drawn wagon. */
export const WAGON_PLACES = 5;

/** Stone colours, distinguishable with every type of colour vision. */
export const FILL: Record<Letter, string> = {
  B: "#491800",
  L: "#BB7A43",
  W: "#F8F5EE",
  G: "#4A5764",
  Y: "#FABD17",
};

/** Text colour on each stone. */
export const TEXT_ON: Record<Letter, string> = {
  B: "#FFF3E4",
  L: "#1D0D02",
  W: "#2A211B",
  G: "#FFFFFF",
  Y: "#2B1D00",
};

/** Layout of a card's stones; equal numbers mean equal colours. */
export const SHAPE: Record<CardKind, readonly (readonly [x: number, y: number, colour: number])[]> = {
  one: [[0, 0, 0]],
  same2: [
    [0, 0, 0],
    [1, 0, 0],
  ],
  diff2: [
    [0, 0, 0],
    [1, 0, 1],
  ],
  hv4: [
    [0, 1, 0],
    [1, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
  ],
  diag4: [
    [0, 1, 0],
    [1, 1, 1],
    [0, 0, 1],
    [1, 0, 0],
  ],
};

export function isLetter(code: string): code is Letter {
  return (LETTERS as readonly string[]).includes(code);
}

export function isCard(code: string): code is CardKind {
  return (CARDS as readonly string[]).includes(code);
}

/** Return true for the code of a sculpture tile, such as "Q8L". */
export function isTile(code: string): boolean {
  return /^(Q\d[BLWGY]|[TDM]\d+)$/.test(code);
}

export function sum(counts: Readonly<Partial<Record<string, number>>> | null): number {
  return Object.values(counts ?? {}).reduce<number>((total, count) => total + (count ?? 0), 0);
}

/** Expand a count per colour into a list of stones, in colour order. */
export function singleStones(stones: Stones): Letter[] {
  return LETTERS.flatMap((letter) => Array.from({ length: stones[letter] ?? 0 }, () => letter));
}

/** Expand a count per kind into a list of cards. */
export function singleCards(cards: Cards): CardKind[] {
  return CARDS.flatMap((card) => Array.from({ length: cards[card] ?? 0 }, () => card));
}
