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

/** "F07" */
export type FloorName = string;

/** a base by its floor and number */
export type BaseId = [FloorName, number];

/** x and y */
export type Point = [number, number];

export type ColumnState = "none" | "standing" | "fallen" | "moved";

export type Outlook = "safe" | "risky" | "falls";

export interface FloorBase {
  at: Point;
  colour: Colour;
}

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

/** Every floor with its outline and bases, the columns, the cards, and the sizes of the pieces. */
export interface Gallery {
  columns: Record<Colour, number>;
  floors: FloorPiece[];
  cards: Card[];
  dimensions: Dimensions;
}

export interface Base {
  colour: Colour;
  /** on the table */
  at: Point;
  column: ColumnState;
  /** of the column, from the base's centre */
  off: Point;
}

export interface Floor extends Pose {
  floor: FloorName;
  side: Side;
  level: number;
  order: number;
  bases: Base[];
}

export interface Stability {
  /** that the tower bears before it tips; null while nothing can tip */
  tilt: number | null;
  /** where it bears the least: degrees from x, counter-clockwise */
  towards: number | null;
  /** grams at its weakest corner */
  reserve: number | null;
}

/** How a floor above the base rests. */
export interface Rest {
  /** that it hands down */
  load: number;
  /** where it acts */
  at: Point;
  /** corners of what holds it up */
  hull: Point[];
  /** the nearest point of its edge */
  edge: Point;
  /** how far that is */
  margin: number;
}

/** What stands above the base, and what rests on what. */
export interface Balance {
  mass: number;
  centre: Point;
  /** of the centre above the base */
  height: number;
  /** how far the centre may go towards the weakest direction */
  lean: number;
  /** on the head of each column, by "F01.2" */
  columns: Record<string, number>;
  rests: Record<FloorName, Rest>;
}

export interface Quarry {
  top: FloorName | null;
  /** of the top floor */
  bases: Record<Side, Record<Colour, number>> | null;
  /** in no order */
  hidden: FloorName[];
}

export interface PileView {
  left: number;
  /** in no order */
  cards: Card[];
}

export interface Lifted {
  from: BaseId;
  colour: Colour;
}

/** The floor in hand. */
export interface Placing {
  floor: FloorName;
  side: Side | null;
  level: number | null;
  shifting: boolean;
  /** where to begin at a level without listed poses */
  start: Pose | null;
}

export interface ActPose extends Pose {
  level: number;
  side: Side;
}

/** An act of hands whose outcome is awaited. */
export interface Act {
  kind: Deed;
  columns: BaseId[];
  floor: FloorName | null;
  pose: ActPose | null;
}

/** Levels that are needed, and what they come from. */
export interface Target {
  needed: number;
  start: number;
  failed: number;
  extended: number;
}

/** The same result for everybody, with what it comes from (MEN-END-7). */
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

/** Everything on the table, and how safely the tower stands. */
export interface View {
  game: "menara";
  players: number;
  phase: Phase;
  /** to act */
  seat: number | null;
  /** whose turn it is */
  turn: number | null;
  turn_number: number;
  first_player: number | null;
  /** that stand */
  levels: number;
  target: number;
  start_target: number;
  ending: Ending | null;
  won: boolean | null;
  bag: Record<Colour, number>;
  camp: Record<Colour, number>;
  hands: Record<Colour, number>[];
  full_number: number;
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
  act: Act | null;
  placing: Placing | null;
  floors: Floor[];
  /** where they were before, with the columns that went with them */
  fallen: Floor[];
  stability: Stability;
  /** null where nothing rests on columns */
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

/** A listed pose, the best of a set. */
export interface SetPose {
  pose: Pose;
  covers: BaseId[];
  /** how many the set has */
  poses: number;
}

/** What letting go, or taking out, would do in dexterity play; left out where nothing can fall. */
export interface Danger {
  /** chance that the temple falls, which ends the game */
  risk?: number;
  outlook?: Outlook;
}

export interface Tipping {
  /** the floor that would tip */
  tips: FloorName | null;
  /** grams that it lacks on the other side */
  needs: number | null;
}

export interface Standing {
  /** false: only with a partner, or at a risk in dexterity play */
  stands: boolean;
  tips?: FloorName | null;
  needs?: number | null;
}

/** Of a column that is taken out or set up again. */
export interface LiftPreview extends Standing, Danger {
  action: string;
}

/** Of a base for a column. */
export interface BasePreview extends LiftPreview {
  /** columns that it bears besides; null: any number */
  bears: number | null;
  /** its floor */
  fills: boolean;
}

export interface PlainPreview extends Danger {
  action: string;
  gives_up: boolean;
}

/** Of a place for a floor. */
export interface FloorPreview extends Danger {
  action: string;
  /** columns that it must cover */
  needs: number;
  stability: Stability;
  stands: boolean;
}

/** Of any place for a floor, legal or not. */
export interface SpotPreview extends FloorPreview {
  /** free columns wholly under it */
  covers: BaseId[];
  /** partly */
  touches: BaseId[];
  covered: number;
  /** floors in its way */
  overlaps: FloorName[];
  /** its mass centre on the table */
  mass: Point;
  /** corners of what holds it up */
  hull: Point[];
  /** where it touches the base */
  contact: Point[];
}

export interface Refusal {
  key: string;
  params: Record<string, unknown>;
  clause: string;
}

/** With what is wrong with the place, which the library says. */
export interface AskedPreview extends SpotPreview {
  refused: Refusal | null;
}

/** A level that may be named although no place is suggested there. */
export interface LevelPreview {
  action: string;
  level: number;
}

/** A base that would fit but is not offered, or a column that may not be moved. */
export interface BlockedBase extends Tipping {
  base: BaseId;
  key: string;
  clause: string;
  bears: number | null;
}

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
  | { action: string; kind: "pile"; pile: Pile }
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

/** All of it, for the hall. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
