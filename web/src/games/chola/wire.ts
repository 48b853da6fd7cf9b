// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type CardKind = "one" | "same2" | "diff2" | "hv4" | "diag4";

export type Letter = "B" | "L" | "W" | "G" | "Y";

export type SlotKind = "big" | "three" | "two" | "one";

export type Treasure =
  | "plus1"
  | "plus2"
  | "brown2"
  | "light_brown2"
  | "white2"
  | "grey2"
  | "gold2"
  | "pattern2";

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

export type Source =
  | "foreign"
  | "own_patterns"
  | "given_patterns"
  | "treasures"
  | "doubling"
  | "own_stones"
  | "sculptures"
  | "doubled_sculptures"
  | "other";

export type TreasureRule = "open" | "double" | "none";

export type Variant = "basic" | "expert" | "solo";

/** cards by kind, without zeros */
export type Cards = Partial<Record<CardKind, number>>;

/** stones by letter, without zeros */
export type Stones = Partial<Record<Letter, number>>;

export type Wanted = Letter | "pattern";

/** column letter and row number, such as "c2"; row 1 is the lowest */
export type Square = string;

/** such as "S2" */
export type SlotId = string;

/** such as "Q8L" (four squares), "T1" (three), "D1" (two) or "M1" (one) */
export type TileId = string;

/** such as "R4" (red) or "U1" (blue) */
export type Bonus = string;

/** points by source, without zeros */
export type Gain = Partial<Record<Source, number>>;

/** gain of each seat; in Solo, seat 1 is the opponent */
export type Gains = Record<string, Gain>;

export type Doing = "pick" | "replace" | "draw" | "build" | "sculpt";

export type Ending = "full" | "last_turns" | "stuck" | "all_carved" | "stalled" | "capped" | "solo_done";

/** A square of the temple. */
export interface SquareView {
  square: Square;
  stone: Letter | null;
  covered: boolean;
  star: boolean;
  treasure: Treasure | null;
  /** a single stone can be placed here */
  open: boolean;
}

/** A kind of treasure tile. */
export interface TreasureView {
  points: number;
  /** colour of the stone that earns it, "pattern" for a stone in a pattern, null for any stone */
  wants: Letter | "pattern" | null;
}

/** A sculpture tile. */
export interface TileView {
  id: TileId;
  value: number;
  cost: Stones;
}

/** A place for a sculpture tile. */
export interface SlotView {
  slot: SlotId;
  kind: SlotKind;
  squares: Square[];
  tile: TileView | null;
  carver: number | null;
  /** every square has a stone, and the slot is not carved yet */
  finished: boolean;
}

/** Two or more connected visible stones of one colour. */
export interface Group {
  letter: Letter;
  owner: number | "opponent" | null;
  squares: Square[];
  value: number;
  /** points for one more stone */
  next: number;
}

/** The automatic opponent in Solo. */
export interface Opponent {
  total: number;
  rows: Record<Source, number>;
}

/** A head start of the opponent in Solo, and whether the player's score would win against it. */
export interface HeadStart {
  points: number;
  /** the head start of this game */
  own: boolean;
  won: boolean;
}

/** Points of one seat by source, with tie-breaks. */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  rows: Record<Source, number>;
  carved: number;
  tie_break: number;
  opponent?: Opponent;
  won?: boolean;
}

/** Possessions of one seat. */
export interface SeatView {
  seat: number;
  colour: Letter | null;
  stones: Stones;
  /** cards known to the viewer */
  cards: Cards;
  /** cards known to everyone */
  known: Cards;
  /** number of cards */
  held: number;
  wagon: Stones | null;
  red: Bonus | null;
  blue: Bonus | null;
  resting: boolean;
  /** could pick, draw or, if that counts, replace: not stuck even if it cannot build */
  can_restock: boolean;
  total: number;
}

export interface Bag {
  total: number;
  counts: Stones;
}

/** The face-down deck. */
export interface CardStack {
  total: number;
  unseen: Cards;
}

/** The card being built, with the choices so far. */
export interface Building {
  card: CardKind;
  colours: Letter[];
  squares: Square[];
}

/** The sculpture being carved, with the choices so far. */
export interface Carving {
  slot: SlotId;
  plan: string | null;
  cost: Stones;
  from_hand: Stones;
  next: Letter | null;
}

/** Options and limits of the game that affect the display. */
export interface Rules {
  treasures: TreasureRule;
  pattern_scoring: "increment" | "full";
  stuck_rule: "literal" | "replace_counts";
  /** empty spaces that trigger the last turns */
  last_spaces: number;
}

/** Everything on the table that the viewer may know. */
export interface View {
  game: "chola";
  players: number;
  variant: Variant;
  phase: Phase;
  /** seat to act */
  seat: number | null;
  turn_seat: number | null;
  first_player: number | null;
  turn: number;
  spaces: number;
  last_turns: number;
  ending: Ending | null;
  /** seat that had no move left, which ended the game */
  stuck_seat: number | null;
  doing: Doing | null;
  entrance: Square[];
  /** from the ground up, left to right */
  squares: SquareView[];
  treasures: Record<Treasure, TreasureView>;
  slots: SlotView[];
  seats: SeatView[];
  opponent: Opponent | null;
  /** from easy to hard; empty except in Solo */
  ladder: HeadStart[];
  bag: Bag;
  stack: CardStack;
  row: Cards;
  removed_value: number | null;
  building: Building | null;
  carving: Carving | null;
  groups: Group[];
  rules: Rules;
  sheets: Sheet[];
}

export interface Arranged {
  stones: Record<Square, Letter>;
}

export interface WayToPay {
  plan: string;
  letters: Letter[];
}

/** A way to pay, with its cost. */
export interface PricedWay extends WayToPay {
  cost: Stones;
}

export interface BlueCard {
  card: Bonus;
}

/** A sculpture that a Build makes possible, by placing its last stone or making it affordable for the builder. */
export interface Possible {
  slot: SlotId;
  /** seats that could then carve it */
  payers: number[];
  /** stones that the builder would still lack */
  missing: Stones;
}

/** A complete Build. */
export interface Build {
  /** actions to send */
  actions: string[];
  /** resulting stone on each square */
  stones: Record<Square, Letter>;
  gains: Gains;
  /** squares of each pattern that would contain a new stone */
  patterns?: Square[][];
  sculptures?: Possible[];
}

/** Number of stones of one colour that the hand can pay; the wagon pays the rest. */
export interface Share {
  letter: Letter;
  /** total of hand and wagon */
  need: number;
  least: number;
  most: number;
  proposed: number;
}

/** A way to pay for a sculpture. */
export interface Way {
  way: string;
  /** points for the sculpture */
  points: number;
  cost: Stones;
  /** the cost by colour */
  shares: Share[];
  /** actions to send */
  actions: string[];
  /** colours whose number of stones from the hand must be chosen next */
  asked: Letter[];
}

export interface PlainPreview {
  action: string;
}

/** Preview of the Builds that begin with an action. */
export interface BuildPreview {
  action: string;
  best: number;
  builds: Build[];
}

/** Preview of a sculpture with the ways to pay for it. */
export interface SculptPreview {
  action: string;
  gain: number;
  tile: TileView;
  ways: Way[];
}

/** An illegal action, a card in hand that cannot be built, or a sculpture that cannot be carved. */
export interface BlockedWhat {
  doing?: Doing;
  card?: CardKind;
  slot?: SlotId;
}

export interface BlockedChoice extends BlockedWhat {
  key: string;
  clause: string;
}

/** Options that are not available, with reasons. */
export interface Blocked {
  action: null;
  blocked: BlockedChoice[];
}

export type Preview = PlainPreview | BuildPreview | SculptPreview | Blocked;

export interface ColourPiece {
  name: string;
  letter: Letter;
}

export interface CardPiece {
  card: CardKind;
  count: number;
}

export interface TreasurePiece extends TreasureView {
  treasure: Treasure;
  count: number;
}

export interface TilePiece extends TileView {
  kind: SlotKind;
}

export interface BonusPiece {
  card: Bonus;
}

export interface SlotPiece {
  slot: SlotId;
  kind: SlotKind;
  squares: Square[];
}

/** All kinds of pieces, with their counts. */
export interface Gallery {
  colours: ColourPiece[];
  stones: number;
  cards: CardPiece[];
  treasures: TreasurePiece[];
  tiles: TilePiece[];
  bonus: BonusPiece[];
  patterns: number[];
  squares: Square[];
  stars: Square[];
  entrance: Square[];
  slots: SlotPiece[];
  /** source of the component data */
  provenance: unknown;
}

export type Choice =
  | { action: string; kind: "pick" }
  | { action: string; kind: "replace"; letter: Letter; count: number }
  | { action: string; kind: "draw"; card: CardKind | null }
  | { action: string; kind: "build"; card: CardKind }
  | { action: string; kind: "sculpt"; slot: string }
  | { action: string; kind: "colours"; letters: Letter[] }
  | { action: string; kind: "place"; squares: string[] }
  | { action: string; kind: "arrange"; stones: Record<Square, Letter> }
  | { action: string; kind: "plan"; plan: string; letters: Letter[]; cost: Stones }
  | { action: string; kind: "split"; letter: Letter; count: number }
  | { action: string; kind: "bonus"; answer: "no" | "yes"; card: Bonus }
  | { action: string; kind: "end"; answer: "end" | "extra"; card: Bonus };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
