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

/** such as "H07" */
export type TileName = string;

/** clockwise, in steps of 60 degrees */
export type Rotation = number;

/** support by influencer, without zeros */
export type Support = Partial<Record<Influencer, number>>;

export type Status = "open" | "complete" | "dead" | "road";

export type Marking = "completed" | "three" | "free";

/** Part of a tile: a road piece, or a farm, pond or land area. */
export interface Part {
  kind: PartKind;
  edges: number[];
  /** for land: half edges; 2e is the first half of edge e, clockwise */
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

/** A tile of the landscape. */
export interface LaidTile {
  cell: Cell;
  tile: TileName;
  rotation: Rotation;
}

/** Empty cell next to the landscape. */
export interface RimCell {
  cell: Cell;
  /** number of adjacent tiles */
  touches: number;
}

/** A zone of the landscape. */
export interface Zone {
  id: number;
  /** "road" without a village */
  kind: ZoneKind;
  status: Status;
  /** numbers of tile and part; empty for a building */
  parts: [number, number][];
  cells: Cell[];
  /** open edges, half edges for land, empty cells for a building */
  gaps: number;
  gap_cells: Cell[];
  support: Support;
  total: number;
  /** by seat */
  markers: number[];
  /** seats that would be paid now */
  leaders: number[];
  /** payment of each leader, made or due */
  each: Support;
  each_total: number;
  scored: boolean;
  /** seats that were paid */
  paid: number[];
}

/** A zone after a possible placement. */
export interface FutureZone extends Zone {
  completed: boolean;
  /** number of zones that it joins */
  joins: number;
}

/** A completed zone, with its payment to each leader. */
export interface PaidZone {
  kind: ZoneKind;
  cells: Cell[];
  support: Support;
  total: number;
  leaders: number[];
  each: Support;
  each_total: number;
}

/** A completed zone in a log entry. */
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
  /** null for the building */
  part: number | null;
  locked: boolean;
}

export interface ZonesOfKind {
  zones: number;
  points: number;
}

/** Score sheet of one seat: its support, and the zones that paid it (HAM-SCORE, HAM-BANK). */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
  support: Record<Influencer, number>;
  markers_left: number;
  zones: PaidZone[];
  kinds: Partial<Record<ZoneKind, ZonesOfKind>>;
  /** support given by a custom start position */
  other: Support;
  holds_jewel: boolean;
}

/** Support and markers of one player, and the number of zones that have paid the player (HAM-SCORE-6). */
export interface SeatRow {
  seat: number;
  support: Record<Influencer, number>;
  total: number;
  markers_left: number;
  round_2_left: number | null;
  zones_scored: number;
}

/** Holders of the Jewel after a condition was drawn. */
export interface Holding {
  measure: Measure;
  holders: number[];
}

/** The Sun Jewel and its history. */
export interface Jewel {
  found_by: number | null;
  holders: number[];
  history: Holding[];
}

/** A condition for holding the Jewel, with the current values of all seats. */
export interface Condition {
  measure: Measure;
  to_come: boolean;
  values: number[];
  leaders: number[];
  would_hold: number[];
}

/** A stack to draw from. */
export interface Stack {
  items: number;
  /** number of items that are the Jewel or conditions */
  specials: number;
}

/** The Jewel, a condition or a tile that can be drawn next. */
export interface Coming {
  item: string;
  chance: number;
  /** true if the tile fits somewhere now */
  fits: boolean | null;
}

/** Facts about the next draw that follow from public information (HAM-INFO, section 6). */
export interface Deduced {
  next: Coming[];
  returned: TileName[];
  aside: TileName[];
  gone: TileName[];
}

/** Everything on the table, and what follows from it for the next draw. */
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
  /** zones that can be marked: completed by the tile, three in the round, or any */
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

/** A zone that can be marked. */
export interface MarkedZone {
  zone: number;
  cell: Cell;
  /** true if a marker must be taken from the landscape */
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

/** Effects of placing the drawn tile on a cell in one rotation. */
export interface Placement {
  rotation: Rotation;
  cell: Cell;
  zones: FutureZone[];
  /** by seat, if no zone is marked */
  gains: Gain[];
  /** zones that can then be marked */
  marks: Mark[];
  /** highest gain of the acting seat */
  best: number;
}

export interface BlockedCell {
  cell: Cell;
  key: string;
  clause: string;
  /** terrain required by the neighbours */
  wanted: Partial<Record<Direction, string>>;
}

/** Preview of choosing a cell (a placement for each rotation that fits) or a rotation (one placement). */
export interface PlacementPreview {
  action: string;
  placements: Placement[];
}

/** Preview of placing a marker or of replacing the drawn tile, which changes no support. */
export interface MarkPreview {
  action: string;
  gains: Gain[];
}

/** Empty cells next to the landscape that cannot be chosen, each with the reason. */
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

/** All tile types with their parts and counts, the influencers, the conditions and the number of markers. */
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
