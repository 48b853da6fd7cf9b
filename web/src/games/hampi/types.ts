/** The shapes that the server sends for Hampi: view, choices, previews, score sheets. */
export type Cell = [number, number];
export type TileName = string;
export type Rotation = number;

export const INFLUENCERS = ["miner", "merchant", "lady", "elder", "priest", "farmer"] as const;
export type Influencer = (typeof INFLUENCERS)[number];
export const MEASURES = ["total", ...INFLUENCERS] as const;
export type Measure = (typeof MEASURES)[number];
/** Entries of 0 are left out. */
export type Support = Partial<Record<Influencer, number>>;

export type Building = "temple" | "market" | "mine";
export type PartKind = "land" | "road" | "farm" | "pond";
export type ZoneKind = "land" | "village" | "farm" | "pond" | "temple" | "market" | "road";
export type Phase = "setup" | "draw" | "cell" | "turn" | "mark" | "withdraw" | "over";

export interface Part {
  kind: PartKind;
  edges: number[];
  /** Of land: the halves of edges, 2e the one that comes first clockwise. */
  halves: number[];
  village: boolean;
}

export interface Face {
  /** Letters of the face edges 0 to 5, clockwise from the east. */
  edges: string;
  parts: Part[];
  building: Building | null;
  support: Support;
}

export interface LaidTile {
  cell: Cell;
  tile: TileName;
  rotation: Rotation;
}

export interface Zone {
  id: number;
  kind: ZoneKind;
  status: "open" | "complete" | "dead" | "road";
  /** Number of the tile and of its part. */
  parts: [number, number][];
  cells: Cell[];
  gaps: number;
  gap_cells: Cell[];
  support: Support;
  total: number;
  markers: number[];
  leaders: number[];
  each: Support;
  each_total: number;
  scored: boolean;
  paid: number[];
}

export interface Marker {
  seat: number;
  number: number;
  zone: number;
  cell: Cell;
  /** null: on the building. */
  part: number | null;
  locked: boolean;
}

export interface SeatRow {
  seat: number;
  support: Record<Influencer, number>;
  total: number;
  markers_left: number;
  round_2_left: number | null;
  zones_scored: number;
}

export interface Condition {
  measure: Measure;
  to_come: boolean;
  values: number[];
  leaders: number[];
  would_hold: number[];
}

export interface Jewel {
  found_by: number | null;
  holders: number[];
  history: { measure: Measure; holders: number[] }[];
}

/** The Jewel, a condition or a tile that may come next. */
export interface Coming {
  item: string;
  chance: number;
  fits: boolean | null;
}

export interface View {
  game: "hampi";
  players: number;
  mode: "basic" | "advanced";
  length: "full" | "quick";
  final_tie: "shared" | "total";
  phase: Phase;
  seat: number | null;
  turn: number | null;
  first_player: number | null;
  round: number;
  last_round: number;
  drawn: TileName | null;
  cell: Cell | null;
  marking: "completed" | "three" | "free";
  tiles: LaidTile[];
  rim: { cell: Cell; touches: number }[];
  zones: Zone[];
  markers: Marker[];
  seats: SeatRow[];
  jewel: Jewel;
  stacks: { items: number; specials: number }[];
  conditions: Condition[];
  deduced: { next: Coming[]; returned: TileName[]; aside: TileName[]; gone: TileName[] };
  faces: Record<TileName, Face>;
  sheets: Sheet[];
}

export type Choice =
  | { action: string; kind: "cell"; cell: Cell; rotations: Rotation[] }
  | { action: string; kind: "turn"; cell: Cell; rotation: Rotation }
  | { action: string; kind: "decline" }
  | { action: string; kind: "mark"; zone: number; cell: Cell; withdraws: boolean }
  | { action: string; kind: "withdraw"; marker: number; zone: number };

export interface Gain {
  support: Support;
  total: number;
}

/** A zone of the tile as it would be, and how many zones become one there. */
export interface FutureZone extends Zone {
  completed: boolean;
  joins: number;
}

/** What a tile in one rotation on one cell would do; `gains` if nothing is marked. */
export interface Placement {
  rotation: Rotation;
  cell: Cell;
  zones: FutureZone[];
  gains: Gain[];
  marks: { zone: number; gains: Gain[] }[];
  best: number;
}

export interface Blocked {
  cell: Cell;
  key: string;
  clause: string;
  /** Terrain that the neighbours ask for, by direction. */
  wanted: Record<string, string>;
}

export type Preview =
  | { action: string; placements: Placement[] }
  | { action: string; gains: Gain[] }
  | { action: null; blocked: Blocked[] };

/** A zone that was completed and paid. */
export interface PaidZone {
  kind: ZoneKind;
  cells: Cell[];
  support: Support;
  total: number;
  leaders: number[];
  each: Support;
  each_total: number;
}

export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  support: Record<Influencer, number>;
  markers_left: number;
  zones: PaidZone[];
  kinds: Partial<Record<ZoneKind, { zones: number; points: number }>>;
  other: Support;
  holds_jewel: boolean;
}

/** What the gallery gets. */
export interface Components {
  tiles: ({ tile: TileName; count: number } & Face)[];
  influencers: Influencer[];
  conditions: Measure[];
  markers: number;
  support_cards: { value: number; per_influencer: number }[];
}
