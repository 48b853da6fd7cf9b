/** The shapes that the server sends for Menara: view, choices, previews, score sheets, pieces. Lengths in mm, angles in degrees. */
export const COLOURS = ["yellow", "red", "black", "white", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export const PILES = ["blue", "yellow", "red"] as const;
export type Pile = (typeof PILES)[number];
export type Side = "light" | "dark";
export type FloorName = string;
/** A base by its floor and number. */
export type BaseId = [FloorName, number];
export type Point = [number, number];
export type Columns = Record<Colour, number>;

export interface Card {
  pile: Pile;
  kind: "PLACE" | "SAME" | "MOVE" | "FILL" | "SHIFT";
  columns: number | null;
  rim: "free" | Side;
}

export interface Pose {
  x: number;
  y: number;
  rotation: number;
}

export interface Base {
  colour: Colour;
  at: Point;
  column: "none" | "standing" | "moved" | "fallen";
  off: Point;
}

export interface Floor extends Pose {
  floor: FloorName;
  side: Side;
  level: number;
  order: number;
  bases: Base[];
}

export interface Weakest {
  at: Point;
  grams: number;
}

export interface Stability {
  /** Degrees that the tower bears before it tips; null while nothing can tip. */
  tilt: number | null;
  /** Where it bears the least: degrees from x, counter-clockwise. */
  towards?: number | null;
  /** Grams at its weakest corner. */
  reserve: number | null;
}

/** How a floor above the base rests. */
export interface Rest {
  /** Grams that it hands down. */
  load: number;
  /** Where they act. */
  at: Point;
  /** Corners of what holds it up. */
  hull: Point[];
  /** The nearest point of its edge, and how far that is, mm. */
  edge: Point;
  margin: number;
}

/** What stands above the base: its mass (g), the mass's centre, and what rests on what. */
export interface Balance {
  mass: number;
  centre: Point;
  /** Of the centre above the base, mm. */
  height: number;
  /** How far the centre may go towards the weakest direction, mm. */
  lean: number;
  /** Grams on the head of each column, by "F01.2". */
  columns: Record<string, number>;
  rests: Record<FloorName, Rest>;
}

export type Phase =
  | "setup" | "quarry" | "side" | "pose" | "exchange" | "pile" | "card" | "build" | "partner" | "take" | "put" | "shift"
  | "where" | "set" | "camp" | "draw" | "over" | "act" | "reset"; // biome-ignore format: one list

/** The floor in hand. */
export interface Placing {
  floor: FloorName;
  side: Side | null;
  level: number | null;
  shifting: boolean;
  /** Where to begin at a level without suggested places. */
  start?: Pose | null;
}

export type ActKind = "set" | "pair" | "lift" | "lay" | "shift" | "reset" | "back";

/** An act of hands whose outcome is being computed. */
export interface Act {
  kind: ActKind;
  columns: BaseId[];
  floor: FloorName | null;
  pose: (Pose & { level: number; side: Side }) | null;
}

export interface View {
  game: "menara";
  players: number;
  phase: Phase;
  seat: number | null;
  turn: number | null;
  turn_number: number;
  first_player: number | null;
  levels: number;
  target: number;
  start_target: number;
  ending: Ending | null;
  won: boolean | null;
  bag: Columns;
  camp: Columns;
  hands: Columns[];
  full_number: number;
  /** `bases`: of the top floor, on either side. */
  quarry: { top: FloorName | null; bases: Record<Side, Columns> | null; hidden: FloorName[] };
  piles: Record<Pile, { left: number; cards: Card[] }>;
  discarded: Card[];
  row: Card[];
  card: Card | null;
  built: number;
  wanted: number;
  one_floor: FloorName | null;
  partner: BaseId | null;
  lifted: { from: BaseId; colour: Colour } | null;
  placing: Placing | null;
  floors: Floor[];
  /** Floors that fell, where they were before, with the columns that went with them. */
  fallen?: Floor[];
  stability: Stability;
  /** null where nothing rests on columns. */
  balance?: Balance | null;
  physics?: "assisted" | "dexterity";
  /** By seat, from 0 to 100. */
  steadiness?: number[];
  /** Practice without cards. */
  free_build?: boolean;
  act?: Act | null;
  sheets?: Sheet[];
}

export type Ending = "collapse" | "bag" | "cards" | "floors" | "column" | "stopped";

export type Choice = { action: string } & (
  | { kind: "side"; value: Side; bases: Columns }
  | { kind: "lay" | "cover"; pose: Pose; covers: BaseId[]; poses: number }
  | { kind: "swap"; give: Colour; take: Colour }
  | { kind: "done" | "give_up" | "back" | "two_hands" }
  | { kind: "pile"; pile: Pile }
  | { kind: "place" | "lift" | "put" | "reset"; base: BaseId; colour: Colour }
  | { kind: "shift"; floor: FloorName }
  | { kind: "level"; level: number; free?: boolean }
  | { kind: "camp" | "start"; value: string }
);
/** The choices that may be of a kind. */
export type ChoiceOf<K extends Choice["kind"], C extends Choice = Choice> = C extends Choice
  ? [K & C["kind"]] extends [never]
    ? never
    : C
  : never;
export type PoseChoice = ChoiceOf<"lay">;
export type BaseChoice = ChoiceOf<"place">;

export interface Blocked {
  base: BaseId;
  key: string;
  params?: Record<string, unknown>;
  clause: string;
  bears: number | null;
  /** The floor that would tip, and what it lacks on the other side. */
  tips?: FloorName | null;
  needs?: number | null;
}

export type Outlook = "safe" | "risky" | "falls";

/** What letting go, or taking out, would do; left out where nothing can fall. */
export interface Danger {
  outlook?: Outlook;
  /** Chance that the temple falls, from 0 to 1. */
  risk?: number;
}

/** What a place for a floor would lead to. */
export interface FloorPreview extends Danger {
  action: string;
  stability: Stability;
  covers?: BaseId[];
  touches?: BaseId[];
  covered?: number;
  needs?: number;
  overlaps?: FloorName[];
  mass?: Point;
  hull?: Point[];
  stands?: boolean;
  weakest?: Weakest | null;
  contact?: Point[];
  refused?: { key: string; params: Record<string, unknown>; clause: string } | null;
}

/** What a base for a column, or a column that is taken out or set up again, would lead to. */
export interface BasePreview extends Danger {
  action: string;
  /** Columns that the base bears besides; null: any number. */
  bears?: number | null;
  fills?: boolean;
  stands: boolean;
  slides_in?: number | null;
  /** The floor that would tip, and what it lacks on the other side. */
  tips?: FloorName | null;
  needs?: number | null;
}

export type Preview =
  | FloorPreview
  | BasePreview
  | ({ action: string; gives_up: boolean } & Danger)
  /** A level that may be named although no place is suggested there. */
  | { action: string; level: number }
  | { action: null; blocked: Blocked[] };

export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  levels: number;
  target: { needed: number; start: number; failed: number; extended: number };
  ending: Ending | null;
  won: boolean;
  done: Record<Pile, number>;
  failed_cards: Record<Pile, number>;
  columns: number;
  floors: number;
  tallest: number;
}

/** What the gallery gets: every piece. */
export interface Components {
  columns: Columns;
  floors: FloorPiece[];
  cards: Card[];
  dimensions: Dimensions;
}

export interface FloorPiece {
  floor: FloorName;
  name: string;
  /** Of the light side, counter-clockwise; the dark side is its mirror image. */
  outline: Point[];
  bases: Record<Side, { at: Point; colour: Colour }[]>;
}

export interface Dimensions {
  column_height: number;
  column_diameter: number;
  base_diameter: number;
  floor_thickness: number;
  [name: string]: number;
}
