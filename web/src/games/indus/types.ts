/** The shapes that the server sends for Indus: view, choices, previews, score sheets. */
import type { Rank, Team } from "./pieces";

/** A field by row and column, "11" to "66". */
export type Field = string;
/** A start space by side and line, "N1" to "W6". */
export type Space = string;
/** A piece as team letter and rank letter, e.g. "Bw". */
export type PieceCode = string;

export type Kind = "building" | "graveyard" | "canal" | "path" | "alley" | "wall";

export type Phase = "setup" | "place_team" | "place" | "team" | "add" | "die" | "go" | "own" | "over";

export type Rule = "none" | "sole" | "prizes" | "tie" | "most";

/** Where a board piece lies. */
export type PlaceName = "centre" | "NW" | "NE" | "SE" | "SW";

/** Points or pieces by team; a team that is not named has none. */
export type ByTeam = Partial<Record<Team, number>>;

export interface TeamView {
  team: Team;
  seat: number;
  reserve: Record<Rank, number>;
  /** Points by captures. */
  captured: number;
  /** Points of ruins if the game ended now. */
  ruins: number;
  total: number;
}

export interface StartView {
  space: Space;
  piece: PieceCode | null;
  /** The six fields by distance. */
  fields: Field[];
}

export interface FieldView {
  field: Field;
  /** Names of the ruins on it. */
  ruins: string[];
  /** Bottom to top. */
  stack: PieceCode[];
  secured: Team | null;
}

export interface RuinView {
  /** "B1". */
  name: string;
  kind: Kind;
  fields: Field[];
  /** Neighbouring fields that are really joined. */
  links: [Field, Field][];
  /** First and second prize of a building, else one value. */
  values: number[];
  counts: ByTeam;
  /** What each team would get if the game ended now. */
  prizes: ByTeam;
  rule: Rule;
  /** All payments, to whomever. */
  shares: Share[];
}

/** One payment: `pool` is divided by `by`, each of the teams gets `each`. */
export interface Share {
  teams: Team[];
  pool: number;
  by: number;
  each: number;
}

/** A ruin on the sheet of a seat. */
export interface SheetRuin extends RuinView {
  /** To this seat. */
  points: number;
}

export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  captured: number;
  teams: { team: Team; captured: number; ruins: number; total: number }[];
  kinds: Record<Kind, number>;
  ruins: SheetRuin[];
}

export interface View {
  game: "indus";
  players: number;
  phase: Phase;
  /** To act. */
  seat: number | null;
  /** Whose turn or placement it is, also while the die is rolled. */
  turn: number | null;
  /** Team that acts. */
  team: Team | null;
  start_seat: number | null;
  /** Number of the roll made this turn, 0 to 3. */
  roll: number;
  die: number | null;
  /** How many more rolls this turn could still have. */
  rolls_left: number;
  /** Pieces still to be put in set-up. */
  to_place: number;
  board: Record<PlaceName, string | null>;
  /** Board pieces that may be laid next, while the board is laid. */
  offered: string[];
  teams: TeamView[];
  take_backs: number[];
  take_back_limit: number;
  starts: StartView[];
  fields: FieldView[];
  /** In the order in which they are scored. */
  ruins: RuinView[];
}

/** What landing on a field does. */
export interface Effect {
  kind: "free" | "covers" | "secures" | "adds" | "lost";
  /** Colour on top, or owner of the secured field. */
  on: Team | null;
  captured: PieceCode[];
  /** Points by captures at once, and the colour that gets them. */
  points: number;
  to: Team | null;
}

export type Choice =
  | { action: string; kind: "team"; team: Team }
  | { action: string; kind: "add"; rank: Rank; space: Space; fields: Field[] }
  | { action: string; kind: "move"; space: Space; piece: PieceCode; field: Field; effect: Effect }
  | { action: string; kind: "reroll"; ranks: Rank[]; roll: number }
  | { action: string; kind: "take" | "score"; piece: PieceCode; points: number; to: Team };

export type ChoiceOf<K extends Choice["kind"]> = Extract<Choice, { kind: K }>;
export type Addition = ChoiceOf<"add">;
export type Move = ChoiceOf<"move">;
export type Reroll = ChoiceOf<"reroll">;

/** A move that a face of the die would allow. */
export interface FaceMove {
  space: Space;
  rank: Rank;
  field: Field;
  effect: Effect;
  gain: number;
}

export interface Face {
  die: number;
  /** Of an added piece: where it would land. */
  field?: Field;
  effect?: Effect;
  gain?: number;
  /** Of all pieces that could move: best first. */
  moves?: FaceMove[];
}

export interface RuinChange {
  ruin: string;
  before: ByTeam;
  after: ByTeam;
  counts: ByTeam;
}

export interface Preview {
  action: string;
  gain?: number | null;
  changes?: RuinChange[];
  own_choice?: boolean;
  faces?: Face[];
  /** Mean over the die of the best gain of any piece that stands then. */
  best?: number;
  /** Probability that no piece can gain. */
  useless?: number;
  /** Mean of the best gain. */
  expected?: number;
}

/** What the server says about the pieces of the box, for the gallery. */
export interface Components {
  pieces: {
    id: string;
    centre: boolean;
    parts: { kind: Kind; fields: Field[]; exits: string[]; value?: number | null }[];
  }[];
  ranks: {
    name: Rank;
    letter: string;
    points: number;
    last_roll: number;
    in_play: Record<string, number>;
  }[];
  teams: { name: Team; letter: string }[];
  values: Record<string, unknown>;
  first_board: { centre: string; corners: Record<Exclude<PlaceName, "centre">, string> };
  provenance?: unknown;
}
