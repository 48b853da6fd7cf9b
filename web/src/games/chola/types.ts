/** The shapes that the server sends for Chola: view, choices, previews, score sheets. */
import type { Bonus, CardKind, Letter, TileId, Treasure } from "./pieces";

/** "c2": column and row, row 1 on the ground. */
export type Square = string;
/** "S2". */
export type SlotId = string;

export type Phase =
  | "setup"
  | "draw_stone"
  | "draw_card"
  | "refill"
  | "action"
  | "colours"
  | "place"
  | "arrange"
  | "plan"
  | "split"
  | "bonus"
  | "end"
  | "over";

export type Variant = "basic" | "expert" | "solo";
export type Stones = Partial<Record<Letter, number>>;
export type Cards = Partial<Record<CardKind, number>>;

/** Where points come from. */
export const SOURCES = [
  "foreign",
  "own_patterns",
  "given_patterns",
  "treasures",
  "doubling",
  "own_stones",
  "sculptures",
  "doubled_sculptures",
  "other",
] as const;
export type Source = (typeof SOURCES)[number];
export type Gain = Partial<Record<Source, number>>;
/** What every seat gains; in Solo the opponent is seat 1. */
export type Gains = Record<string, Gain>;

export interface SquareView {
  square: Square;
  stone: Letter | null;
  covered: boolean;
  star: boolean;
  treasure: Treasure | null;
  /** A single stone may be set here. */
  open: boolean;
}

export interface TileView {
  id: TileId;
  value: number;
  cost: Stones;
}

export interface SlotView {
  slot: SlotId;
  kind: "big" | "three" | "two" | "one";
  squares: Square[];
  tile: TileView | null;
  carver: number | null;
  /** Every square has a stone, and nothing is carved there yet. */
  finished: boolean;
}

export interface SeatView {
  seat: number;
  colour: Letter | null;
  stones: Stones;
  /** Cards that I know of, those known to all, and how many there are. */
  cards: Cards;
  known: Cards;
  held: number;
  wagon: Stones | null;
  red: Bonus | null;
  blue: Bonus | null;
  resting: boolean;
  total: number;
}

export interface Group {
  letter: Letter;
  owner: number | "opponent" | null;
  squares: Square[];
  value: number;
  /** What one more stone would pay. */
  next: number;
}

export interface Opponent {
  total: number;
  rows: Record<Source, number>;
}

export interface View {
  game: "chola";
  players: number;
  variant: Variant;
  phase: Phase;
  seat: number | null;
  turn_seat: number | null;
  first_player: number | null;
  turn: number;
  spaces: number;
  last_turns: number;
  ending: string | null;
  doing: "pick" | "replace" | "draw" | "build" | "sculpt" | null;
  entrance: Square[];
  squares: SquareView[];
  slots: SlotView[];
  seats: SeatView[];
  opponent: Opponent | null;
  bag: { total: number; counts: Stones };
  stack: { total: number; unseen: Cards };
  row: Cards;
  removed_value: number | null;
  building: { card: CardKind; colours: Letter[]; squares: Square[] } | null;
  carving: {
    slot: SlotId;
    plan: string | null;
    cost: Stones;
    from_hand: Stones;
    next: Letter | null;
  } | null;
  groups: Group[];
  /** The options that one should know of. */
  rules?: {
    treasures: "open" | "double" | "none";
    pattern_scoring: "increment" | "full";
    stuck_rule: "literal" | "replace_counts";
  };
  sheets?: Sheet[];
}

export type Choice =
  | { action: string; kind: "pick" }
  | { action: string; kind: "replace"; letter: Letter; count: number }
  | { action: string; kind: "draw"; card: CardKind | null }
  | { action: string; kind: "build"; card: CardKind }
  | { action: string; kind: "sculpt"; slot: SlotId }
  | { action: string; kind: "colours"; letters: Letter[] }
  | { action: string; kind: "place"; squares: Square[] }
  | { action: string; kind: "arrange"; stones: Record<Square, Letter> }
  | { action: string; kind: "plan"; plan: string; letters: Letter[]; cost: Stones }
  | { action: string; kind: "split"; letter: Letter; from_hand: number }
  | { action: string; kind: "bonus" | "end"; yes: boolean; card: Bonus };

/** One complete way to build: what is to be sent, what would lie where, what everybody gains. */
export interface Build {
  actions: string[];
  stones: Record<Square, Letter>;
  gains: Gains;
  /** Sculptures that it makes possible. */
  sculptures?: Possible[];
}

/** A sculpture whose last stone a Build sets, or that it lets the builder pay for. */
export interface Possible {
  slot: SlotId;
  /** Seats that could carve it then. */
  payers: number[];
  /** What the builder would lack. */
  missing: Stones;
}

export interface Way {
  way: string;
  cost: Stones;
  /** What is to be sent for it, and the colours of which it is asked next how many come from the hand. */
  actions: string[];
  asked: Letter[];
}

export interface Blocked {
  card?: CardKind;
  slot?: SlotId;
  key: string;
  clause: string;
}

export interface Preview {
  action: string | null;
  builds?: Build[];
  tile?: TileView;
  ways?: Way[];
  blocked?: Blocked[];
}

export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  rows: Record<Source, number>;
  carved: number;
  tie_break: number;
  opponent?: Opponent;
  won?: boolean;
  /** Nobody else plays. */
  alone?: boolean;
}

/** Every piece once. */
export interface Components {
  colours: { name: string; letter: Letter }[];
  stones: number;
  cards: { card: CardKind; count: number }[];
  treasures: { treasure: Treasure; count: number; points: number }[];
  tiles: { id: TileId; kind: SlotView["kind"]; value: number; cost: Stones }[];
  bonus: { card: Bonus }[];
  patterns: number[];
  squares: Square[];
  stars: Square[];
  entrance: Square[];
  slots: { slot: SlotId; kind: SlotView["kind"]; squares: Square[] }[];
}
