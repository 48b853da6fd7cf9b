// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Building = "temple" | "market" | "mine";

export type Direction = "E" | "SE" | "SW" | "W" | "NW" | "NE";

export type Influencer = "miner" | "merchant" | "lady" | "elder" | "priest" | "farmer";

export type Measure = "total" | "miner" | "merchant" | "lady" | "elder" | "priest" | "farmer";

export type PartKind = "land" | "road" | "farm" | "pond";

export type ZoneKind = "land" | "village" | "farm" | "pond" | "temple" | "market" | "road";

/** [q, r] */
export type Cell = [number, number];

export type Phase = "setup" | "draw" | "cell" | "turn" | "mark" | "withdraw" | "over";

/** "H07" */
export type TileName = string;

/** clockwise, in sixths */
export type Rotation = number;

/** entries of 0 are left out */
export type Support = Partial<Record<Influencer, number>>;

export type Status = "open" | "complete" | "dead" | "road";

export type Marking = "completed" | "three" | "free";

/** Part of a tile. */
export interface Part {
  kind: PartKind;
  edges: number[];
  /** of land: halves of edges; 2e is the clockwise first half of edge e */
  halves: number[];
  village: boolean;
}

/** Unrotated face of a tile. */
export interface Face {
  /** letters of face edges 0 to 5, clockwise from east */
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

/** Empty cell next to the landscape. */
export interface RimCell {
  cell: Cell;
  /** number of tiles */
  touches: number;
}

export interface Zone {
  id: number;
  /** "road" if there is no village */
  kind: ZoneKind;
  status: Status;
  /** number of the tile and of its part; empty for a building */
  parts: [number, number][];
  cells: Cell[];
  /** open edges; for land: halves; for a building: cells */
  gaps: number;
  gap_cells: Cell[];
  support: Support;
  total: number;
  /** by seat */
  markers: number[];
  /** seats that would be paid now */
  leaders: number[];
  /** what each leader would get, or got */
  each: Support;
  each_total: number;
  scored: boolean;
  /** seats that were paid */
  paid: number[];
}

/** Zone of a tile after a possible placement. */
export interface FutureZone extends Zone {
  completed: boolean;
  /** number of zones that become one */
  joins: number;
}

/** Zone that was completed and paid. */
export interface PaidZone {
  kind: ZoneKind;
  cells: Cell[];
  support: Support;
  total: number;
  leaders: number[];
  each: Support;
  each_total: number;
}

/** Zone in a line of the log. */
export interface CompletedZone extends PaidZone {
  /** by seat */
  markers: number[];
}

export interface Marker {
  seat: number;
  /** by age, oldest first */
  number: number;
  zone: number;
  cell: Cell;
  /** null: on the building */
  part: number | null;
  locked: boolean;
}

export interface ZonesOfKind {
  zones: number;
  points: number;
}

/** One seat's support, zone by zone (HAM-SCORE, HAM-BANK). */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  support: Record<Influencer, number>;
  markers_left: number;
  zones: PaidZone[];
  kinds: Partial<Record<ZoneKind, ZonesOfKind>>;
  /** support from a set-up position */
  other: Support;
  holds_jewel: boolean;
}

/** One player's support and markers, and how many zones have paid (HAM-SCORE-6). */
export interface SeatRow {
  seat: number;
  support: Record<Influencer, number>;
  total: number;
  markers_left: number;
  round_2_left: number | null;
  zones_scored: number;
}

/** Holders of the Jewel after a condition. */
export interface Holding {
  measure: Measure;
  holders: number[];
}

export interface Jewel {
  found_by: number | null;
  holders: number[];
  history: Holding[];
}

export interface Condition {
  measure: Measure;
  to_come: boolean;
  values: number[];
  leaders: number[];
  would_hold: number[];
}

export interface Stack {
  items: number;
  /** how many of them are the Jewel or conditions */
  specials: number;
}

/** The Jewel, a condition or a tile that may come next. */
export interface Coming {
  item: string;
  chance: number;
  /** true if the tile would fit somewhere now */
  fits: boolean | null;
}

/** Deductions from the public facts about the next draw of the current stack (HAM-INFO, section 6). */
export interface Deduced {
  next: Coming[];
  returned: TileName[];
  aside: TileName[];
  gone: TileName[];
}

/** Everything on the table, and what a careful player can deduce. */
export interface View {
  game: "hampi";
  players: number;
  mode: "basic" | "advanced";
  length: "full" | "quick";
  final_tie: "shared" | "total";
  phase: Phase;
  /** seat to act */
  seat: number | null;
  turn: number | null;
  first_player: number | null;
  round: number;
  last_round: number;
  /** tile to be placed */
  drawn: TileName | null;
  /** cell chosen for it */
  cell: Cell | null;
  /** terrain that may be marked: completed by the tile, any three zones in the round, or any */
  marking: Marking;
  /** in the order of placement, the first three from set-up */
  tiles: LaidTile[];
  rim: RimCell[];
  zones: Zone[];
  markers: Marker[];
  seats: SeatRow[];
  jewel: Jewel;
  stacks: Stack[];
  conditions: Condition[];
  deduced: Deduced;
  faces: Record<TileName, Face>;
  sheets: Sheet[];
}

export interface Fitting {
  rotations: Rotation[];
}

export interface ChosenCell {
  cell: Cell;
}

/** Zone that may be marked. */
export interface MarkedZone {
  zone: number;
  cell: Cell;
  /** true if the marker must come from the landscape */
  withdraws: boolean;
}

export interface SourceZone {
  zone: number;
}

/** Change in a seat's support. */
export interface Gain {
  support: Support;
  total: number;
}

export interface Mark {
  zone: number;
  gains: Gain[];
}

/** Effects of a tile in one rotation on one cell. */
export interface Placement {
  rotation: Rotation;
  cell: Cell;
  zones: FutureZone[];
  /** by seat, if no zone is marked */
  gains: Gain[];
  /** zones that may then be marked */
  marks: Mark[];
  /** highest own gain */
  best: number;
}

export interface BlockedCell {
  cell: Cell;
  key: string;
  clause: string;
  /** terrain that the neighbours require */
  wanted: Partial<Record<Direction, string>>;
}

/** Preview of a cell: one placement per fitting rotation; of a rotation: that placement. */
export interface PlacementPreview {
  action: string;
  placements: Placement[];
}

/** Preview of a marker, or of replacing a tile, which changes no player's support. */
export interface MarkPreview {
  action: string;
  gains: Gain[];
}

/** Empty cells next to the landscape that are not offered. */
export interface Blocked {
  action: null;
  blocked: BlockedCell[];
}

export type Preview = PlacementPreview | MarkPreview | Blocked;

export interface TilePiece extends Face {
  tile: TileName;
  count: number;
}

export interface SupportCard {
  value: number;
  per_influencer: number;
}

/** Every tile with its parts, how many there are, influencers, buildings and conditions. */
export interface Gallery {
  tiles: TilePiece[];
  influencers: Influencer[];
  conditions: Measure[];
  markers: number;
  support_cards: SupportCard[];
  /** source of the pieces */
  provenance: unknown;
}

export type Choice =
  | { action: string; kind: "cell"; cell: Cell; rotations: Rotation[] }
  | { action: string; kind: "turn"; rotation: number; cell: Cell }
  | { action: string; kind: "decline" }
  | { action: string; kind: "mark"; zone: number; cell: Cell; withdraws: boolean }
  | { action: string; kind: "withdraw"; marker: number; zone: number }
  | { action: string; kind: "replace" };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
