// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Colour = "blue" | "black" | "red" | "green" | "purple";

export type Side = "N" | "E" | "S" | "W";

export type TileKind = "symbol" | "edge" | "jump" | "shift" | "start";

/** [x, y] relative to the start tile: x grows to the east, y to the south */
export type Cell = [number, number];

export type Phase = "setup" | "draw" | "take" | "step" | "turn" | "jump" | "lift" | "drop" | "turn2" | "over";

/** The coloured edge of a top tile. */
export interface EdgeMark {
  cell: Cell;
  side: Side;
  colour: Colour;
}

/** An area that is removed because better areas of its colour stay (KER-SCORE-4). */
export interface RemovedArea {
  colour: Colour;
  cells: Cell[];
  tiles: number;
}

/** Tiles that are removed from the platform when it is scored. */
export interface Removed {
  tiles: number;
  points: number;
  areas: RemovedArea[];
}

/** Colours that are not visible on the platform. */
export interface Missing {
  colours: Colour[];
  points: number;
}

/** Figures that still stand. */
export interface StandingFigures {
  figures: number;
  points: number;
}

/** Coloured edges that touch a tile of their colour, and those that do not. */
export interface Edges {
  points: number;
  /** points of a matched edge */
  each: number;
  matched: EdgeMark[];
  unmatched: EdgeMark[];
}

export interface SymbolsOfColour {
  points: number;
  cells: Cell[];
}

export interface Symbols {
  points: number;
  by_colour: Record<Colour, SymbolsOfColour>;
}

/** Points of one seat as if the game ended now, with the cells that earn or lose them (KER-SCORE). */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  removed: Removed;
  missing: Missing;
  standing: StandingFigures;
  edges: Edges;
  symbols: Symbols;
}

/** A supply of tiles. */
export interface Pile {
  total: number;
  /** by tile code */
  counts: Record<string, number>;
}

export interface FigureView {
  cell: Cell;
  lying: boolean;
}

/** A cell with its stack. */
export interface CellView {
  /** slot of the stack, kept when it is shifted */
  id: number;
  cell: Cell;
  /** bottom to top */
  stack: string[];
  /** side of the top tile's coloured edge; null if it has none */
  side: Side | null;
  /** ids of the tiles, kept when they move */
  tiles: string[];
}

/** One player's platform. */
export interface PlatformView {
  seat: number;
  colour: Colour | null;
  passes: number;
  passes_left: number;
  figures: FigureView[];
  cells: CellView[];
  sheet: Sheet;
}

/** Everything on the table, which is the same for all viewers (KER-INFO-1, KER-INFO-2, KER-INFO-3). */
export interface View {
  game: "kerala";
  players: number;
  round: number;
  rounds: number;
  first_leader: number | null;
  leader: number | null;
  /** seat to act */
  seat: number | null;
  phase: Phase;
  /** seats in the order of this round */
  turn_order: number[];
  /** seats that have finished their turn of this round */
  done: number[];
  offer: string[];
  /** tile taken and not yet placed */
  held: string | null;
  /** figure that stepped */
  figure: number | null;
  lifted: Cell | null;
  bag: Pile;
  box: Pile;
  removed: Pile;
  /** by seat */
  platforms: PlatformView[];
}

export type Effect = "loses" | "joins" | "splits" | "new" | "same";

/** Additional field of the choice to pass: the number of passes left. */
export interface PassesLeft {
  left: number;
}

/** Additional field of the choice of a side for a coloured edge. */
export interface EdgeSide {
  /** it would touch a tile of its colour there (KER-SCORE-11) */
  matches: boolean;
}

/** Destination of a step. */
export interface Target {
  cell: Cell;
  /** tile that would be covered */
  covers: string | null;
}

/** Result of a choice for the player's platform. */
export interface Outcome {
  /** running score after the choice */
  total: number;
  gain: number;
  /** effect on the areas */
  effect: Effect;
}

/** Preview of a choice that completes the placement of a tile. */
export interface OutcomePreview extends Outcome {
  action: string;
}

/** Preview of lifting a stack. */
export interface LiftPreview {
  action: string;
  /** gain at the best place for the stack */
  gain: number;
}

export interface Step {
  figure: number;
  direction: Side;
  cell: Cell;
}

/** A place for a tile of the offer. An edge tile has an entry for each place and side. */
export interface TakePlace extends Step, Outcome {
  side: Side | null;
}

/** Preview of taking a tile, with all places for it. */
export interface TakePreview {
  action: string;
  /** gain of the best place */
  best: number;
  places: TakePlace[];
}

export interface BlockedCell {
  cell: Cell;
  key: string;
  clause: string;
}

/** Cells that cannot be chosen now, each with the reason. */
export interface Blocked {
  action: null;
  blocked: BlockedCell[];
}

export type Preview = OutcomePreview | LiftPreview | TakePreview | Blocked;

export interface TilePiece {
  code: string;
  colour: Colour;
  kind: TileKind;
  symbols: number;
  edge: Colour | null;
  count: number;
}

export interface ColourPiece {
  name: Colour;
  letter: string;
  /** colour on the screen */
  screen: string;
  pattern: string;
}

/** All tile types with their counts, and the colours. */
export interface Gallery {
  tiles: TilePiece[];
  colours: ColourPiece[];
  figures_per_player: number;
  /** source of the component data */
  provenance: unknown;
}

export type Choice =
  | { action: string; kind: "take"; tile: string }
  | { action: string; kind: "pass"; left: number }
  | { action: string; kind: "step"; figure: number; direction: Side; cell: Cell; covers: string | null }
  | { action: string; kind: "turn"; side: Side; matches: boolean }
  | { action: string; kind: "turn2"; side: Side; matches: boolean }
  | { action: string; kind: "stay" }
  | { action: string; kind: "jump"; figure: number; cell: Cell }
  | { action: string; kind: "keep" }
  | { action: string; kind: "lift"; cell: Cell }
  | { action: string; kind: "drop"; cell: Cell };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
