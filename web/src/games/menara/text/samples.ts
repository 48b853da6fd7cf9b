/** A small temple for tests. */

import type { Gallery, Sheet, View } from "../wire";
import type { Columns } from "./names";

export function columns(some: Partial<Columns> = {}): Columns {
  return { yellow: 0, red: 0, black: 0, white: 0, blue: 0, ...some };
}

export const SHEET: Sheet = {
  seat: 0,
  total: -2,
  rank: 1,
  levels: 4,
  target: { needed: 6, start: 4, failed: 1, extended: 1 },
  ending: "bag",
  won: false,
  done: { blue: 3, yellow: 2, red: 1 },
  failed_cards: { blue: 0, yellow: 0, red: 1 },
  columns: 20,
  floors: 9,
  tallest: 5,
};

export function sampleView(more: Partial<View> = {}): View {
  return {
    game: "menara",
    players: 2,
    phase: "build",
    seat: 0,
    turn: 0,
    turn_number: 3,
    first_player: 0,
    levels: 1,
    target: 4,
    start_target: 4,
    ending: null,
    won: null,
    bag: columns({ yellow: 20 }),
    camp: columns({ red: 6 }),
    hands: [columns({ yellow: 2, blue: 1 }), columns({ black: 6 })],
    full_number: 6,
    empty_bases: columns({ yellow: 1, blue: 1 }),
    swaps: [],
    quarry: {
      top: "F05",
      bases: { light: columns({ yellow: 3, blue: 1 }), dark: columns({ red: 4 }) },
      hidden: ["F06", "F07"],
    },
    piles: {
      blue: { left: 1, cards: [{ pile: "blue", kind: "PLACE", columns: 2, rim: "free" }] },
      yellow: { left: 0, cards: [] },
      red: { left: 1, cards: [{ pile: "red", kind: "SHIFT", columns: null, rim: "free" }] },
    },
    discarded: [],
    row: [{ pile: "red", kind: "MOVE", columns: 2, rim: "dark" }],
    card: { pile: "blue", kind: "PLACE", columns: 2, rim: "light" },
    built: 1,
    wanted: 2,
    one_floor: null,
    partner: null,
    lifted: null,
    placing: null,
    floors: [
      {
        floor: "F01",
        side: "light",
        level: 0,
        order: 0,
        x: 0,
        y: 0,
        rotation: 0,
        bases: [
          { colour: "yellow", at: [-30, -20], column: "standing", off: [0.5, 0] },
          { colour: "red", at: [30, -20], column: "standing", off: [0, 0] },
          { colour: "blue", at: [0, 30], column: "none", off: [0, 0] },
        ],
      },
      {
        floor: "F02",
        side: "dark",
        level: 1,
        order: 1,
        x: 10,
        y: -5,
        rotation: 90,
        bases: [{ colour: "yellow", at: [10, 5], column: "none", off: [0, 0] }],
      },
    ],
    stability: { tilt: 2.4, towards: 30, reserve: 9.5 },
    free_build: false,
    physics: "assisted",
    steadiness: [50, 50],
    hand_errors: { scales: [1, 1], largest: 8, largest_yaw: 10 },
    act: null,
    fallen: [],
    balance: null,
    sheets: [SHEET],
    ...more,
  };
}

export const PIECES: Gallery = {
  columns: columns({ yellow: 30 }),
  floors: ["F01", "F02"].map((floor) => ({
    floor,
    name: "square",
    outline: [
      [-40, -40],
      [40, -40],
      [40, 40],
      [-40, 40],
    ],
    bases: { light: [{ at: [-30, -20], colour: "yellow" }], dark: [{ at: [20, 10], colour: "red" }] },
  })),
  cards: [],
  dimensions: {
    column_height: 50,
    column_diameter: 12,
    column_mass: 3.96,
    base_diameter: 16,
    floor_thickness: 2.5,
  },
};
