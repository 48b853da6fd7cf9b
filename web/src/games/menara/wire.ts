// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Colour = "yellow" | "red" | "black" | "white" | "blue";

export type Pile = "blue" | "yellow" | "red";

export type Side = "light" | "dark";

export interface Card {
  pile: Pile;
  kind: "PLACE" | "SAME" | "MOVE" | "FILL" | "SHIFT";
  columns: number | null;
  rim: "free" | "light" | "dark";
}

export interface Pose {
  x: number;
  y: number;
  rotation: number;
}

export type Deed = "set" | "put" | "lift" | "lay" | "shift" | "back" | "reset" | "pair";

export type Ending = "collapse" | "bag" | "cards" | "floors" | "column" | "stopped";

export type Phase =
  | "setup"
  | "quarry"
  | "side"
  | "pose"
  | "exchange"
  | "pile"
  | "card"
  | "build"
  | "partner"
  | "take"
  | "put"
  | "shift"
  | "where"
  | "set"
  | "camp"
  | "draw"
  | "reset"
  | "act"
  | "over";

export type Physics = "assisted" | "dexterity";

/** such as "F07" */
export type FloorName = string;

/** base as floor and number */
export type BaseId = [FloorName, number];

/** x and y */
export type Point = [number, number];

export type ColumnState = "none" | "standing" | "fallen" | "moved";

export type Outlook = "safe" | "risky" | "falls";

export interface FloorBase {
  at: Point;
  colour: Colour;
}

/** A floor (a flat plate) with its outline, and the bases, spots for columns, of both sides. */
export interface FloorPiece {
  floor: FloorName;
  name: string;
  /** of the light side, counter-clockwise; the dark side is its mirror image */
  outline: Point[];
  bases: Record<Side, FloorBase[]>;
}

export interface Dimensions {
  column_height: number;
  column_diameter: number;
  column_mass: number;
  base_diameter: number;
  floor_thickness: number;
}

/** All pieces of the game: the number of columns, the floors, the cards, and their sizes. */
export interface Gallery {
  columns: Record<Colour, number>;
  floors: FloorPiece[];
  cards: Card[];
  dimensions: Dimensions;
}

/** A base, a spot for a column of its colour, on a floor in the temple. */
export interface Base {
  colour: Colour;
  /** position on the table */
  at: Point;
  column: ColumnState;
  /** offset of the column from the base's centre */
  off: Point;
}

/** A floor in the temple. */
export interface Floor extends Pose {
  floor: FloorName;
  side: Side;
  level: number;
  order: number;
  bases: Base[];
}

/** Stability of the tower: how much tilt and load it tolerates. */
export interface Stability {
  /** tilt that the tower tolerates; null if nothing can tip */
  tilt: number | null;
  /** weakest direction, counter-clockwise from x */
  towards: number | null;
  /** additional grams tolerated at the weakest corner */
  reserve: number | null;
}

/** Support of a floor that lies on columns. */
export interface Rest {
  /** load passed down */
  load: number;
  /** point where the load acts */
  at: Point;
  /** corners of the support area */
  hull: Point[];
  /** closest point on the edge of that area */
  edge: Point;
  /** distance from the load to the edge */
  margin: number;
}

/** Balance of the pieces above the base floors, which lie on the table. */
export interface Balance {
  mass: number;
  centre: Point;
  /** height of the centre of mass above the base */
  height: number;
  /** tolerated shift of the centre of mass in the weakest direction */
  lean: number;
  /** load on each column, by code such as "F01.2" */
  columns: Record<string, number>;
  rests: Record<FloorName, Rest>;
}

/** The stack of unused floors. */
export interface Quarry {
  top: FloorName | null;
  /** bases of the top floor */
  bases: Record<Side, Record<Colour, number>> | null;
  /** other floors, in no particular order */
  hidden: FloorName[];
}

/** A pile of cards. */
export interface PileView {
  left: number;
  /** in no particular order */
  cards: Card[];
}

export interface Swap {
  give: Colour;
  take: Colour;
}

export interface Lifted {
  from: BaseId;
  colour: Colour;
}

/** Errors of the players' hands in dexterity play. */
export interface HandErrors {
  /** by seat, relative to steadiness 50 */
  scales: number[];
  /** maximum error along x and along y, mm */
  largest: number;
  /** maximum error of the rotation, degrees */
  largest_yaw: number;
}

/** The floor that is being placed or shifted. */
export interface Placing {
  floor: FloorName;
  side: Side | null;
  /** the other side, if the player chose this one and may still undo that */
  other_side: Side | null;
  level: number | null;
  shifting: boolean;
  /** initial pose at a level without listed poses */
  start: Pose | null;
}

export interface ActPose extends Pose {
  level: number;
  side: Side;
}

/** A physical act in dexterity play whose outcome is not yet known. */
export interface Act {
  kind: Deed;
  columns: BaseId[];
  floor: FloorName | null;
  pose: ActPose | null;
}

/** Number of levels needed, and the parts of which it is the sum. */
export interface Target {
  needed: number;
  start: number;
  failed: number;
  extended: number;
}

/** Result sheet of a seat; all seats have the same result (MEN-END-7). */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  levels: number;
  target: Target;
  ending: Ending | null;
  won: boolean;
  done: Record<Pile, number>;
  failed_cards: Record<Pile, number>;
  columns: number;
  floors: number;
  tallest: number;
}

/** Everything on the table, and the stability of the tower. */
export interface View {
  game: "menara";
  players: number;
  phase: Phase;
  /** seat to act */
  seat: number | null;
  /** seat whose turn it is */
  turn: number | null;
  turn_number: number;
  first_player: number | null;
  /** number of standing levels */
  levels: number;
  target: number;
  start_target: number;
  ending: Ending | null;
  won: boolean | null;
  bag: Record<Colour, number>;
  camp: Record<Colour, number>;
  hands: Record<Colour, number>[];
  full_number: number;
  /** in the temple */
  empty_bases: Record<Colour, number>;
  /** that could be added to this exchange, regardless of their order */
  swaps: Swap[];
  quarry: Quarry;
  piles: Record<Pile, PileView>;
  discarded: Card[];
  row: Card[];
  card: Card | null;
  /** practice without cards */
  free_build: boolean;
  built: number;
  wanted: number;
  one_floor: FloorName | null;
  partner: BaseId | null;
  lifted: Lifted | null;
  physics: Physics;
  /** by seat, from 0 to 100 */
  steadiness: number[];
  hand_errors: HandErrors;
  act: Act | null;
  placing: Placing | null;
  floors: Floor[];
  /** fallen floors with their columns, at their positions before the fall */
  fallen: Floor[];
  stability: Stability;
  /** null if nothing rests on columns */
  balance: Balance | null;
  sheets: Sheet[];
}

export interface SideBases {
  bases: Record<Colour, number>;
}

export interface BaseColour {
  base: BaseId;
  colour: Colour;
}

/** Additional field of the choice of a pile. */
export interface PileRisk {
  /** number of its cards that require more columns than the player could place */
  beyond: number;
}

/** A suggested position of a floor: the best of those that cover the same columns. */
export interface SetPose {
  pose: Pose;
  covers: BaseId[];
  /** number of suggested positions that cover these columns */
  poses: number;
}

/** Danger of releasing or removing a piece in dexterity play; without keys if nothing can fall. */
export interface Danger {
  /** probability that the temple falls, which ends the game */
  risk?: number;
  outlook?: Outlook;
}

/** The floor that would tip, and the counterweight that it lacks. */
export interface Tipping {
  /** the floor that would tip */
  tips: FloorName | null;
  /** grams needed as a counterweight; null if no columns could provide it */
  needs: number | null;
}

/** Prediction of whether the temple would stand after a choice. */
export interface Standing {
  /** false if it stands only with a second column, or at a risk in dexterity play */
  stands: boolean;
  tips?: FloorName | null;
  needs?: number | null;
}

/** Preview of a choice that takes out a column or sets it up again. */
export interface LiftPreview extends Standing, Danger {
  action: string;
}

/** Preview of a choice that sets a column on a base. */
export interface BasePreview extends LiftPreview {
  /** number of additional columns that it carries; null for any number */
  bears: number | null;
  /** true if the column completes its floor */
  fills: boolean;
}

export interface PlainPreview extends Danger {
  action: string;
  gives_up: boolean;
}

/** Preview of a choice that lays the floor in hand at a suggested position. */
export interface FloorPreview extends Danger {
  action: string;
  /** number of columns that must carry it */
  needs: number;
  stability: Stability;
  stands: boolean;
}

/** Preview of any position for the floor in hand, legal or not. */
export interface SpotPreview extends FloorPreview {
  /** free columns completely under it */
  covers: BaseId[];
  /** columns partly under it */
  touches: BaseId[];
  covered: number;
  /** floors that it would collide with */
  overlaps: FloorName[];
  /** centre of mass on the table */
  mass: Point;
  /** corners of its support area */
  hull: Point[];
  /** points where it touches the base */
  contact: Point[];
}

export interface Refusal {
  key: string;
  params: Record<string, unknown>;
  clause: string;
}

/** Preview of any position, with the reason why it is illegal, added by the library. */
export interface AskedPreview extends SpotPreview {
  refused: Refusal | null;
}

/** A level that can be chosen although no position for the floor is suggested there. */
export interface LevelPreview {
  action: string;
  level: number;
}

/** A base that cannot be used, or a column that cannot be moved, with the reason. */
export interface BlockedBase extends Tipping {
  base: BaseId;
  key: string;
  clause: string;
  bears: number | null;
}

/** Bases and columns that cannot be chosen, with the reasons. */
export interface Blocked {
  action: null;
  blocked: BlockedBase[];
}

export type Preview =
  | LiftPreview
  | BasePreview
  | PlainPreview
  | FloorPreview
  | AskedPreview
  | LevelPreview
  | Blocked;

export type Choice =
  | { action: string; kind: "side"; side: Side; bases: Record<Colour, number> }
  | { action: string; kind: "cover"; pose: Pose; covers: BaseId[]; poses: number }
  | { action: string; kind: "lay"; pose: Pose; covers: BaseId[]; poses: number }
  | { action: string; kind: "done" }
  | { action: string; kind: "swap"; give: Colour; take: Colour }
  | { action: string; kind: "pile"; pile: Pile; beyond: number }
  | { action: string; kind: "give_up" }
  | { action: string; kind: "place"; base: BaseId; colour: Colour }
  | { action: string; kind: "lift"; base: BaseId; colour: Colour }
  | { action: string; kind: "put"; base: BaseId; colour: Colour }
  | { action: string; kind: "reset"; base: BaseId; colour: Colour }
  | { action: string; kind: "back" }
  | { action: string; kind: "shift"; floor: string }
  | { action: string; kind: "level"; level: number }
  | { action: string; kind: "camp_keep" }
  | { action: string; kind: "camp_exchange" }
  | { action: string; kind: "two_hands" }
  | { action: string; kind: "lay"; pose: Pose };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
