/** Small hand-written faces and views for tests. */

import { MEASURES } from "../art/influencerSeals";
import type { Face, Influencer, Part, PartKind, Sheet, View, Zone } from "../wire";

function part(kind: PartKind, edges: number[], halves: number[] = [], village = false): Part {
  return { kind, edges, halves, village };
}

/** Faces of the built-in set, and two that a custom set could have. */
export const FACES: Record<string, Face> = {
  H01: {
    edges: "RRLLLL",
    parts: [
      part("road", [0, 1]),
      part("land", [], [0, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      part("land", [], [1, 2]),
    ],
    building: null,
    support: { merchant: 2, priest: 2 },
  },
  H21: {
    edges: "RRLRLF",
    parts: [
      part("road", [0, 1]),
      part("road", [3], [], true),
      part("farm", [5]),
      part("land", [], [0, 3, 4, 5, 6, 7, 8, 9]),
      part("land", [], [1, 2]),
    ],
    building: null,
    support: { miner: -2, lady: 1, priest: 2 },
  },
  H24: {
    edges: "RRRRLL",
    parts: [
      part("road", [0, 1]),
      part("road", [2, 3]),
      part("land", [], [0, 3, 4, 7, 8, 9, 10, 11]),
      part("land", [], [1, 2]),
      part("land", [], [5, 6]),
    ],
    building: null,
    support: { merchant: 2, priest: -2 },
  },
  H32: {
    edges: "RRFPLL",
    parts: [
      part("road", [0, 1]),
      part("farm", [2]),
      part("pond", [3]),
      part("land", [], [0, 3, 8, 9, 10, 11]),
      part("land", [], [1, 2]),
    ],
    building: null,
    support: { merchant: 2, lady: -2, farmer: 2 },
  },
  H38: {
    edges: "PPLLLL",
    parts: [part("pond", [0, 1]), part("land", [], [4, 5, 6, 7, 8, 9, 10, 11])],
    building: null,
    support: { lady: 2, farmer: 2 },
  },
  H40: {
    edges: "PPLLLL",
    parts: [part("pond", [0, 1]), part("land", [], [4, 5, 6, 7, 8, 9, 10, 11])],
    building: null,
    support: { elder: 2, priest: 2 },
  },
  H57: {
    edges: "LLLLLL",
    parts: [part("land", [], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])],
    building: "temple",
    support: { lady: 2, priest: 2 },
  },
  // One farm through the middle, with land on both sides.
  band: {
    edges: "FLLFLL",
    parts: [part("farm", [0, 3]), part("land", [], [2, 3, 4, 5]), part("land", [], [8, 9, 10, 11])],
    building: null,
    support: { miner: 2, merchant: 2, lady: 1, elder: 2, farmer: -2 },
  },
  lake: { edges: "PPPPPP", parts: [part("pond", [0, 1, 2, 3, 4, 5])], building: null, support: { elder: 2 } },
};

export function zone(more: Partial<Zone>): Zone {
  return {
    id: 21,
    kind: "pond",
    status: "open",
    parts: [
      [3, 0],
      [4, 0],
    ],
    cells: [
      [1, 1],
      [2, 0],
    ],
    gaps: 2,
    gap_cells: [[2, 1]],
    support: { lady: 4, farmer: 4 },
    total: 8,
    markers: [1, 1, 0],
    leaders: [0, 1],
    each: { lady: 2, farmer: 2 },
    each_total: 4,
    scored: false,
    paid: [],
    ...more,
  };
}

function nothing(): Record<Influencer, number> {
  return { miner: 0, merchant: 0, lady: 0, elder: 0, priest: 0, farmer: 0 };
}

export function sheet(seat: number, more: Partial<Sheet> = {}): Sheet {
  return {
    seat,
    total: 0,
    rank: 1,
    support: nothing(),
    markers_left: 8,
    zones: [],
    kinds: {},
    other: {},
    holds_jewel: false,
    ...more,
  };
}

/** Return round 2 with three tiles of land and a pond that needs a third tile; two conditions have been drawn. */
export function sampleView(more: Partial<View> = {}): View {
  return {
    game: "hampi",
    players: 3,
    mode: "basic",
    length: "full",
    final_tie: "shared",
    phase: "cell",
    seat: 0,
    turn: 0,
    first_player: 0,
    round: 2,
    last_round: 3,
    drawn: "H40",
    cell: null,
    marking: "three",
    tiles: [
      { cell: [0, 0], tile: "H57", rotation: 0 },
      { cell: [1, 0], tile: "H57", rotation: 0 },
      { cell: [0, 1], tile: "H57", rotation: 0 },
      { cell: [1, 1], tile: "H38", rotation: 5 },
      { cell: [2, 0], tile: "H38", rotation: 1 },
    ],
    rim: [
      { cell: [2, 1], touches: 2 },
      { cell: [3, 0], touches: 1 },
    ],
    zones: [
      zone({}),
      zone({
        id: 1,
        kind: "land",
        parts: [[0, 0]],
        cells: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
        gaps: 24,
        gap_cells: [],
        support: { lady: 6, priest: 6 },
        total: 12,
        markers: [0, 0, 0],
        leaders: [],
        each: {},
        each_total: 0,
      }),
    ],
    markers: [
      { seat: 0, number: 0, zone: 21, cell: [1, 1], part: 0, locked: false },
      { seat: 1, number: 0, zone: 21, cell: [1, 1], part: 0, locked: false },
    ],
    seats: [0, 1, 2].map((seat) => ({
      seat,
      support: nothing(),
      total: 0,
      markers_left: seat === 2 ? 8 : 7,
      round_2_left: 2,
      zones_scored: 0,
    })),
    jewel: {
      found_by: 1,
      holders: [0],
      history: [
        { measure: "lady", holders: [1] },
        { measure: "total", holders: [0] },
      ],
    },
    stacks: [
      { items: 0, specials: 0 },
      { items: 14, specials: 2 },
      { items: 22, specials: 3 },
    ],
    conditions: MEASURES.map((measure) => ({
      measure,
      to_come: measure !== "lady" && measure !== "total",
      values: [0, -2, 0],
      leaders: [],
      would_hold: [0],
    })),
    deduced: {
      next: [
        { item: "miner", chance: 0.0286, fits: null },
        { item: "H01", chance: 0.0238, fits: true },
        { item: "H32", chance: 0.0238, fits: false },
      ],
      returned: ["H24"],
      aside: [],
      gone: [],
    },
    faces: FACES,
    sheets: [0, 1, 2].map((seat) => sheet(seat)),
    ...more,
  };
}
