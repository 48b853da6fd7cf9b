// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Kind = "building" | "graveyard" | "canal" | "path" | "alley" | "wall";

export type Rank = "worker" | "assistant" | "professor";

export type Team = "blue" | "yellow" | "green" | "red";

export type Phase = "setup" | "place_team" | "place" | "team" | "add" | "die" | "go" | "own" | "over";

export type Place = "centre" | "NW" | "NE" | "SE" | "SW";

/** row and column, "11" to "66" */
export type Field = string;

/** start space as side and line, "N1" to "W6" */
export type Space = string;

/** researcher as letters of team and rank, such as "Bw" */
export type PieceCode = string;

/** points or researchers by team, without zeros */
export type ByTeam = Partial<Record<Team, number>>;

export type Corner = "NW" | "NE" | "SE" | "SW";

export type Rule = "none" | "sole" | "prizes" | "tie" | "most";

/** One payment of a ruin: `pool` points, divided by `by`. Each of `teams` gets `each` points. */
export interface Share {
  teams: Team[];
  pool: number;
  by: number;
  each: number;
}

/** Properties of a ruin that do not change during a game. */
export interface Ruin {
  /** such as "B1" */
  name: string;
  kind: Kind;
  fields: Field[];
  /** connected neighbouring fields */
  links: [Field, Field][];
  /** first and second prize of a building; a single value for other ruins */
  values: number[];
}

/** A ruin with its payments as if the game ended now. */
export interface RuinView extends Ruin {
  counts: ByTeam;
  /** teams with the highest count; empty without researchers */
  leaders: Team[];
  prizes: ByTeam;
  rule: Rule;
  /** payments to all seats */
  shares: Share[];
}

/** A ruin that pays the seat of the score sheet. */
export interface SheetRuin {
  name: string;
  kind: Kind;
  fields: Field[];
  counts: ByTeam;
  shares: Share[];
  /** points of this seat */
  points: number;
}

/** Points of one team. */
export interface TeamPoints {
  team: Team;
  /** points from captures */
  captured: number;
  /** points from ruins as if the game ended now */
  ruins: number;
  total: number;
}

/** Points of one seat as if the game ended now, with reasons (IND-SCORE-12). */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  captured: number;
  teams: TeamPoints[];
  /** kinds on the board, in scoring order */
  kinds: Partial<Record<Kind, number>>;
  ruins: SheetRuin[];
}

export interface TeamView extends TeamPoints {
  seat: number;
  reserve: Record<Rank, number>;
}

/** A start space with its researcher. */
export interface StartView {
  space: Space;
  piece: PieceCode | null;
  /** the six fields by distance */
  fields: Field[];
}

/** A field with its ruins and its stack. */
export interface FieldView {
  field: Field;
  ruins: string[];
  /** bottom to top */
  stack: PieceCode[];
  secured: Team | null;
}

/** Everything on the table, all of which is visible to everyone (IND-INFO-1). */
export interface View {
  game: "indus";
  players: number;
  phase: Phase;
  /** seat to act */
  seat: number | null;
  /** seat whose turn or placement it is, even during a roll */
  turn: number | null;
  /** acting team */
  team: Team | null;
  start_seat: number | null;
  /** number of rolls this turn, 0 to 3 */
  roll: number;
  die: number | null;
  /** maximum number of further rolls this turn */
  rolls_left: number;
  /** researchers still to be placed in set-up */
  to_place: number;
  board: Record<Place, string | null>;
  /** during set-up: board pieces that can be placed next */
  offered: string[];
  teams: TeamView[];
  take_backs: number[];
  take_back_limit: number;
  /** clockwise */
  starts: StartView[];
  /** row by row */
  fields: FieldView[];
  /** in scoring order */
  ruins: RuinView[];
  /** by seat; empty before the board is complete */
  sheets: Sheet[];
}

export type Happening = "free" | "covers" | "secures" | "adds" | "lost";

/** Effect of a researcher that lands on a field. */
export interface Effect {
  kind: Happening;
  /** team on top, or owner of the secured field */
  on: Team | null;
  captured: PieceCode[];
  /** points from captures, scored immediately */
  points: number;
  /** team that scores them */
  to: Team | null;
}

export interface Line {
  fields: Field[];
}

export interface Arrival {
  piece: PieceCode;
  field: Field;
  effect: Effect;
}

export interface FurtherRoll {
  roll: number;
  /** ranks that can use it */
  ranks: Rank[];
}

/** Additional fields of the choice to take back or score a pending researcher, captured by the seat's other team. */
export interface Captive {
  piece: PieceCode;
  points: number;
  to: Team;
}

/** Additional fields of the choice to leave a pending researcher on its field. */
export interface Spared extends Captive {
  field: Field;
}

export interface Landing {
  field: Field;
  effect: Effect;
  gain: number;
}

/** Landing of an added researcher with one face of the die. */
export interface FaceLanding extends Landing {
  die: number;
}

/** A possible move with one face of the die. */
export interface FaceMove extends Landing {
  space: Space;
  rank: Rank;
}

export interface FaceMoves {
  die: number;
  /** best first */
  moves: FaceMove[];
}

/** Change of a ruin's payments and counts by a move. */
export interface RuinChange {
  ruin: string;
  before: ByTeam;
  after: ByTeam;
  counts: ByTeam;
}

export interface GainPreview {
  action: string;
  gain: number | null;
}

/** Preview of adding a researcher, for each face of the die. */
export interface AdditionPreview {
  action: string;
  faces: FaceLanding[];
  /** highest gain of any researcher on a start space, averaged over the die */
  best: number;
}

/** Preview of another roll, for each face of the die. */
export interface RerollPreview {
  action: string;
  faces: FaceMoves[];
  /** probability that no move gains points */
  useless: number;
  /** highest gain, averaged over the die */
  expected: number;
}

/** Preview of a move onto the board. */
export interface MovePreview extends Landing {
  action: string;
  piece: PieceCode;
  changes: RuinChange[];
  /** the move captures one's own researcher, which requires a decision */
  own_choice: boolean;
  /** the captured researcher can stay on its field */
  may_spare: boolean;
}

export type Preview = GainPreview | AdditionPreview | RerollPreview | MovePreview;

export interface PartPiece {
  kind: Kind;
  fields: Field[];
  exits: string[];
  value: number | null;
}

export interface GalleryPiece {
  id: string;
  centre: boolean;
  parts: PartPiece[];
}

export interface RankPiece {
  name: Rank;
  letter: string;
  points: number;
  last_roll: number;
  /** number of researchers of each team, by number of players */
  in_play: Record<string, number>;
}

export interface TeamPiece {
  name: Team;
  letter: string;
}

export interface FirstBoard {
  centre: string;
  corners: Record<Corner, string>;
}

/** All board pieces with their parts, all ranks and teams, and the values of ruins. */
export interface Gallery {
  pieces: GalleryPiece[];
  ranks: RankPiece[];
  teams: TeamPiece[];
  values: Record<string, unknown>;
  first_board: FirstBoard;
  /** source of the component data */
  provenance: unknown;
}

export type Choice =
  | { action: string; kind: "add"; rank: Rank; space: string; fields: Field[] }
  | { action: string; kind: "move"; space: string; piece: PieceCode; field: Field; effect: Effect }
  | { action: string; kind: "reroll"; roll: number; ranks: Rank[] }
  | { action: string; kind: "team"; team: Team }
  | { action: string; kind: "take"; piece: PieceCode; points: number; to: Team }
  | { action: string; kind: "score"; piece: PieceCode; points: number; to: Team }
  | { action: string; kind: "spare"; piece: PieceCode; points: number; to: Team; field: Field };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
