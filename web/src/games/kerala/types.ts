/** The shapes that the server sends for Kerala: view, choices, previews, score sheets. */
import type { Colour, Side } from "./pieces";

/** [x, y] relative to the start tile: x grows to the east, y to the south. */
export type Cell = [number, number];

export type Phase = "setup" | "draw" | "take" | "step" | "turn" | "jump" | "lift" | "drop" | "turn2" | "over";

export interface Counts {
  total: number;
  counts: Record<string, number>;
}

export interface FigureView {
  cell: Cell;
  lying: boolean;
}

export interface CellView {
  /** Slot: a stack keeps it when it is shifted. */
  id: number;
  cell: Cell;
  /** Tile codes, bottom to top. */
  stack: string[];
  /** Side on which the fringe of the top tile lies; null when it has none. */
  side: Side | null;
  tiles?: number[];
}

export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  removed: { tiles: number; points: number; areas: { colour: Colour; cells: Cell[]; tiles: number }[] };
  missing: { colours: Colour[]; points: number };
  standing: { figures: number; points: number };
  edges: { points: number; matched: EdgeMark[]; unmatched: EdgeMark[] };
  symbols: { points: number; by_colour: Partial<Record<Colour, { points: number; cells: Cell[] }>> };
}

export interface EdgeMark {
  cell: Cell;
  side: Side;
  colour: Colour;
}

export interface PlatformView {
  seat: number;
  colour: Colour | null;
  passes: number;
  passes_left: number;
  figures: FigureView[];
  cells: CellView[];
  sheet: Sheet;
}

export interface View {
  game: "kerala";
  players: number;
  round: number;
  rounds: number;
  first_leader: number | null;
  leader: number | null;
  seat: number | null;
  phase: Phase;
  turn_order: number[];
  done: number[];
  offer: string[];
  held: string | null;
  figure: number | null;
  lifted: Cell | null;
  bag: Counts;
  box: Counts;
  removed: Counts;
  platforms: PlatformView[];
}

export type Choice =
  | { action: string; kind: "take"; tile: string }
  | { action: string; kind: "pass"; left: number }
  | { action: string; kind: "step"; figure: number; direction: Side; cell: Cell; covers: string | null }
  | { action: string; kind: "turn" | "turn2"; side: Side }
  | { action: string; kind: "jump"; figure: number; cell: Cell }
  | { action: string; kind: "stay" }
  | { action: string; kind: "lift"; cell: Cell }
  | { action: string; kind: "keep" }
  | { action: string; kind: "drop"; cell: Cell };

export type Effect = "loses" | "joins" | "splits" | "new" | "same";

export interface TakePlace {
  figure: number;
  direction: Side;
  cell: Cell;
  side: Side | null;
  gain: number;
  effect: Effect;
}

export interface Preview {
  action: string | null;
  total?: number;
  gain?: number;
  best?: number;
  effect?: Effect;
  places?: TakePlace[];
  blocked?: { cell: Cell; key: string; clause: string }[];
}
