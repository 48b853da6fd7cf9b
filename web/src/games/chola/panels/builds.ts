/** Building in whichever way feels natural: what was chosen so far leaves some of the Builds that the server offers. */
import { spotOf } from "../board/geometry";
import { CARDS, SHAPE, SOURCES } from "../text/pieces";
import type { Build, CardKind, Letter, Preview, Source, Square } from "../wire";

/** A Build with its card. */
export interface Offer extends Build {
  card: CardKind;
}

/** What was chosen so far, in any order. */
export interface Plan {
  card: CardKind | null;
  /** Stones that were picked up: each must be among those of the Build. */
  letters: readonly Letter[];
  /** Square that was touched: it must be among those of the Build. */
  square: Square | null;
  /** Stone that was put down on that square. */
  on: Letter | null;
  /** Which of the Builds there are at that square, counted round. */
  turn: number;
}

export const NO_PLAN: Plan = { card: null, letters: [], square: null, on: null, turn: 0 };

/** All Builds that are open, from the start of a turn or from the middle of one. */
export function offersOf(previews: readonly Preview[], building: CardKind | null): Offer[] {
  return previews.flatMap((preview) => {
    const card = building ?? (preview.action?.startsWith("build ") ? preview.action.slice(6) : null);
    return ("builds" in preview ? preview.builds : []).map((build) => ({ ...build, card: card as CardKind }));
  });
}

/** Whether a Build has all stones that were picked up. */
function holds(build: Build, letters: readonly Letter[]): boolean {
  const rest = Object.values(build.stones);
  return letters.every((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** Builds that the card and the stones in hand leave open, wherever they are. */
export function fitting(offers: readonly Offer[], plan: Pick<Plan, "card" | "letters">): Offer[] {
  return offers.filter(
    (offer) => (plan.card === null || offer.card === plan.card) && holds(offer, plan.letters),
  );
}

/** Squares on which the one stone in hand may lie, or any stone of an open Build. */
export function openSquares(offers: readonly Offer[], letters: readonly Letter[]): Set<Square> {
  const only = letters.length === 1 ? letters[0] : null;
  return new Set(
    offers.flatMap((offer) =>
      Object.entries(offer.stones).flatMap(([square, letter]) => (only && letter !== only ? [] : [square])),
    ),
  );
}

/** A Build as seen from one of its squares: the same sign elsewhere is the same Build, moved. */
export function signOf(offer: Offer, from: Square): string {
  const [column, row] = spotOf(from);
  const stones = Object.entries(offer.stones).map(([square, letter]) => {
    const [c, r] = spotOf(square);
    return `${letter}${c - column},${r - row}`;
  });
  return `${offer.card} ${stones.sort().join(" ")}`;
}

/** How far a square is from the lower left of a Build: Builds that begin at the touched square come first. */
function offset(offer: Offer, from: Square): number {
  const [column, row] = spotOf(from);
  const spots = Object.keys(offer.stones).map(spotOf);
  return spots.reduce((far, [c, r]) => far + Math.max(0, column - c) + 2 * Math.max(0, row - r), 0);
}

/** The Builds at a square in a fixed order: small cards first, then onwards and upwards. */
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

/** The Build that is shown at a square: laid as the one before where that is possible, then turned so many times. */
export function shownAt(found: readonly Offer[], square: Square, like: string | null, turn: number): number {
  if (found.length === 0) return -1;
  const same = like === null ? -1 : found.findIndex((offer) => signOf(offer, square) === like);
  const start = Math.max(0, same);
  return (((start + turn) % found.length) + found.length) % found.length;
}

/** Cards that still fit the stones in hand and the touched square. */
export function openCards(offers: readonly Offer[], plan: Plan): Set<CardKind> {
  const open = fitting(offers, { card: null, letters: plan.letters });
  const there = plan.square === null ? open : candidates(open, plan.square, plan.on, plan.letters);
  return new Set(there.map((offer) => offer.card));
}

/** Stones that may be picked up in addition. */
export function openLetters(offers: readonly Offer[], plan: Plan): Set<Letter> {
  const most = plan.card ? SHAPE[plan.card].length : 4;
  if (plan.letters.length >= most) return new Set();
  const open = fitting(offers, plan);
  return new Set(
    open.flatMap((offer) => {
      const rest = Object.values(offer.stones);
      for (const letter of plan.letters) rest.splice(rest.indexOf(letter), 1);
      return rest;
    }),
  );
}

export interface SeatGain {
  /** Seat, in Solo 1 for the opponent. */
  seat: number;
  total: number;
  parts: [source: Source, points: number][];
}

/** What everybody gains, with where it comes from. */
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
