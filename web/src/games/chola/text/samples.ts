/** Small hand-written views for tests. */

import type { Letter, SeatView, SquareView, View } from "../wire";
import { isLetter } from "./pieces";

/** First column and width of each row, from the ground up. */
const ROWS: readonly (readonly [first: string, width: number])[] = [
  ["a", 14],
  ["a", 14],
  ["a", 14],
  ["b", 12],
  ["b", 12],
  ["b", 12],
  ["c", 10],
  ["c", 10],
  ["d", 8],
  ["e", 6],
  ["e", 6],
  ["f", 4],
  ["g", 2],
];
export const ENTRANCE = ["g1", "h1", "g2", "h2"];
const STARS = new Set("c2 l2 f3 i3 d5 k5 e7 j7 g8 h8 f10 i10".split(" "));

export const SQUARES: readonly string[] = ROWS.flatMap(([first, width], i) =>
  Array.from({ length: width }, (_, n) => `${String.fromCharCode(first.charCodeAt(0) + n)}${i + 1}`),
).filter((square) => !ENTRANCE.includes(square));

/** Return squares with stones such as "a1W b1G"; lower-case letters mean covered stones. */
export function squaresOf(stones = ""): SquareView[] {
  const at = new Map(stones.split(" ").map((word) => [word.slice(0, -1), word.at(-1) ?? ""]));
  return SQUARES.map((square) => {
    const mark = at.get(square) ?? "";
    const letter = mark.toUpperCase();
    return {
      square,
      stone: isLetter(letter) ? letter : null,
      covered: mark !== letter,
      star: STARS.has(square),
      treasure: square === "c2" && !mark ? "plus2" : square === "d5" && !mark ? "gold2" : null,
      open: !mark && (square.slice(1) === "1" || at.has(`${square[0]}${Number(square.slice(1)) - 1}`)),
    };
  });
}

function seatOf(seat: number, colour: Letter, more: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    colour,
    stones: { B: 1, W: 2, Y: 1 },
    cards: { one: 1 },
    known: {},
    held: 1,
    wagon: null,
    red: null,
    blue: null,
    resting: false,
    can_restock: true,
    total: 0,
    ...more,
  };
}

export function sampleView(more: Partial<View> = {}): View {
  return {
    game: "chola",
    players: 2,
    variant: "basic",
    phase: "action",
    seat: 0,
    turn_seat: 0,
    first_player: 0,
    turn: 3,
    spaces: 118,
    last_turns: 0,
    ending: null,
    stuck_seat: null,
    doing: null,
    entrance: ENTRANCE,
    squares: squaresOf("a1W b1G"),
    treasures: {
      plus1: { points: 1, wants: null },
      plus2: { points: 2, wants: null },
      brown2: { points: 2, wants: "B" },
      light_brown2: { points: 2, wants: "L" },
      white2: { points: 2, wants: "W" },
      grey2: { points: 2, wants: "G" },
      gold2: { points: 2, wants: "Y" },
      pattern2: { points: 2, wants: "pattern" },
    },
    slots: [],
    seats: [seatOf(0, "W"), seatOf(1, "B", { cards: {}, held: 2 })],
    opponent: null,
    ladder: [],
    bag: { total: 120, counts: { B: 24, L: 24, W: 24, G: 24, Y: 24 } },
    stack: { total: 60, unseen: { one: 20 } },
    row: { same2: 1, diff2: 1 },
    removed_value: null,
    building: null,
    carving: null,
    groups: [],
    sheets: [],
    rules: { treasures: "open", pattern_scoring: "increment", stuck_rule: "literal", last_spaces: 6 },
    ...more,
  };
}

/**
 * Return an Expert view with three sculptures: one that can be carved, one that lacks a stone, and one already carved.
 */
export function expertView(more: Partial<View> = {}): View {
  return sampleView({
    variant: "expert",
    squares: squaresOf("a1w b1g a2l b2y c1W d1W c2L d2Y e1B f1G e2W"),
    slots: [
      {
        slot: "S1",
        kind: "big",
        squares: ["a1", "b1", "a2", "b2"],
        tile: { id: "Q7W", value: 7, cost: { W: 3, Y: 2 } },
        carver: 1,
        finished: false,
      },
      {
        slot: "S2",
        kind: "big",
        squares: ["c1", "d1", "c2", "d2"],
        tile: { id: "Q8L", value: 8, cost: { L: 4, Y: 1 } },
        carver: null,
        finished: true,
      },
      {
        slot: "S3",
        kind: "big",
        squares: ["e1", "f1", "e2", "f2"],
        tile: { id: "Q4B", value: 4, cost: { B: 2, Y: 1 } },
        carver: null,
        finished: false,
      },
    ],
    seats: [
      seatOf(0, "W", { wagon: { L: 3, Y: 1 }, stones: { L: 2, Y: 1 }, red: "R4", blue: "U1" }),
      seatOf(1, "B", { wagon: { B: 5 }, held: 0, cards: {} }),
    ],
    removed_value: 5,
    ...more,
  });
}
