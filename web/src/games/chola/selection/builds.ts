/** Build in any order: the choices so far filter the Builds that the server offers. */
import { spotOf } from "../board/geometry";
import { CARDS, SOURCES } from "../text/pieces";
import type { Build, CardKind, Letter, Preview, Source, Square } from "../wire";

/** A Build with its card. */
export interface Offer extends Build {
  card: CardKind;
}

/** The choices so far, in any order. */
export interface Plan {
  card: CardKind | null;
  /** Stones picked up, all of which must be part of the Build. */
  letters: readonly Letter[];
  /** Touched square, which must be part of the Build. */
  square: Square | null;
  /** Stone dropped on that square. */
  on: Letter | null;
  /** Index of the shown Build among those at that square, modulo their number. */
  turn: number;
}

export const NO_PLAN: Plan = { card: null, letters: [], square: null, on: null, turn: 0 };

/** Return all available Builds, at the start or in the middle of a turn. */
export function offersOf(previews: readonly Preview[], building: CardKind | null): Offer[] {
  return previews.flatMap((preview) => {
    const card = building ?? (preview.action?.startsWith("build ") ? preview.action.slice(6) : null);
    return ("builds" in preview ? preview.builds : []).map((build) => ({ ...build, card: card as CardKind }));
  });
}

/** Return true if a Build contains all picked-up stones. */
function holds(build: Build, letters: readonly Letter[]): boolean {
  const rest = Object.values(build.stones);
  return letters.every((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** Return the Builds that match the card and the picked-up stones, on any squares. */
export function fitting(offers: readonly Offer[], plan: Pick<Plan, "card" | "letters">): Offer[] {
  return offers.filter(
    (offer) => (plan.card === null || offer.card === plan.card) && holds(offer, plan.letters),
  );
}

/** Return the squares that can hold the single picked-up stone, or any stone of a matching Build. */
export function openSquares(offers: readonly Offer[], letters: readonly Letter[]): Set<Square> {
  const only = letters.length === 1 ? letters[0] : null;
  return new Set(
    offers.flatMap((offer) =>
      Object.entries(offer.stones).flatMap(([square, letter]) => (only && letter !== only ? [] : [square])),
    ),
  );
}

/**
 * Return a signature of a Build relative to one of its squares: equal signatures mean translations of the same Build.
 */
export function signOf(offer: Offer, from: Square): string {
  const [column, row] = spotOf(from);
  const stones = Object.entries(offer.stones).map(([square, letter]) => {
    const [c, r] = spotOf(square);
    return `${letter}${c - column},${r - row}`;
  });
  return `${offer.card} ${stones.sort().join(" ")}`;
}

/** Return the distance of a square from the Build's lower left; Builds that start at the touched square come first. */
function offset(offer: Offer, from: Square): number {
  const [column, row] = spotOf(from);
  const spots = Object.keys(offer.stones).map(spotOf);
  return spots.reduce((far, [c, r]) => far + Math.max(0, column - c) + 2 * Math.max(0, row - r), 0);
}

/** Return the Builds at a square in a fixed order: small cards first, then right and up. */
export function candidates(
  offers: readonly Offer[],
  square: Square | null,
  on: Letter | null,
  letters: readonly Letter[],
): Offer[] {
  if (square === null) return [];
  const only = on ?? (letters.length === 1 ? (letters[0] ?? null) : null);
  const here = offers.filter((offer) => {
    const stone = offer.stones[square];
    return stone !== undefined && (only === null || stone === only);
  });
  const key = (offer: Offer): [number, number, string] => [
    CARDS.indexOf(offer.card),
    offset(offer, square),
    signOf(offer, square),
  ];
  return here
    .map((offer) => ({ offer, key: key(offer) }))
    .sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0))
    .map(({ offer }) => offer);
}

/** Return the index of the Build to show at a square: the previous variant if possible, rotated `turn` times. */
export function shownAt(found: readonly Offer[], square: Square, like: string | null, turn: number): number {
  if (found.length === 0) return -1;
  const same = like === null ? -1 : found.findIndex((offer) => signOf(offer, square) === like);
  const start = Math.max(0, same);
  return (((start + turn) % found.length) + found.length) % found.length;
}

/** Return the cards that match the picked-up stones and the touched square. */
export function openCards(offers: readonly Offer[], plan: Plan): Set<CardKind> {
  const open = fitting(offers, { card: null, letters: plan.letters });
  const there = plan.square === null ? open : candidates(open, plan.square, plan.on, plan.letters);
  return new Set(there.map((offer) => offer.card));
}

/** Return the stones that can be picked up in addition. */
export function openLetters(offers: readonly Offer[], plan: Plan): Set<Letter> {
  const open = fitting(offers, plan);
  return new Set(
    open.flatMap((offer) => {
      const rest = Object.values(offer.stones);
      for (const letter of plan.letters) rest.splice(rest.indexOf(letter), 1);
      return rest;
    }),
  );
}

interface SeatGain {
  /** Seat number; in Solo, 1 is the opponent. */
  seat: number;
  total: number;
  parts: [source: Source, points: number][];
}

/** Return every player's gain by source. */
export function gainsOf(build: Pick<Build, "gains">, seats: number): SeatGain[] {
  return Array.from({ length: seats }, (_, seat) => {
    const gain = build.gains[String(seat)] ?? {};
    const parts = SOURCES.flatMap((source): SeatGain["parts"] => {
      const points = gain[source] ?? 0;
      return points === 0 ? [] : [[source, points]];
    });
    return { seat, total: parts.reduce((total, [, points]) => total + points, 0), parts };
  });
}
