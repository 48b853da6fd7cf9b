import { describe, expect, it } from "vitest";
import { isTurn, movesBetween } from "../board/stage";
import { emptyView, platformView } from "../text/samples";
import type { Choice, Preview, Side } from "../wire";
import { figureOf, placesOf, possibilities, sortedWestToEast } from "./places";

const steps: Choice[] = [
  { action: "step 0 E", kind: "step", figure: 0, direction: "E", cell: [1, 0], covers: "G1" },
  { action: "step 1 N", kind: "step", figure: 1, direction: "N", cell: [1, 0], covers: "G1" },
  { action: "step 0 W", kind: "step", figure: 0, direction: "W", cell: [-1, 0], covers: null },
];

describe("places", () => {
  it("group the choices of a cell, with the best gain and the tile in hand as a ghost", () => {
    const previews: Preview[] = [
      { action: "step 0 E", gain: 1, total: 4, effect: "joins" },
      { action: "step 1 N", gain: 3, total: 6, effect: "joins" },
      { action: "step 0 W", gain: -2, total: 1, effect: "new" },
    ];
    const places = placesOf({ ...emptyView(), seat: 0, phase: "step", held: "G3" }, steps, previews);
    expect(
      places.map((place) => [place.cell, place.options.length, place.gain, place.effect, place.ghost]),
    ).toEqual([
      [[1, 0], 2, 3, "joins", "G3"],
      [[-1, 0], 1, -2, "new", "G3"],
    ]);
  });

  it("list the figures that could step there from west to east, in the same column by number", () => {
    const view = { ...emptyView(), seat: 0, phase: "step" as const, held: "G3" };
    const place = placesOf(view, [steps[1], steps[0]] as Choice[], [])[0];
    if (!place) throw new Error("no place");
    const order = (...figures: string[]) =>
      sortedWestToEast(place, platformView("(0,0)BS (1,1)G1", figures)).map(figureOf);
    expect(order("0,0", "1,1")).toEqual([0, 1]);
    expect(order("2,0", "1,1")).toEqual([1, 0]);
    expect(order("1,-1", "1,1")).toEqual([0, 1]);
    expect(place.options.map(figureOf)).toEqual([1, 0]);
  });

  it("are lit before the previews have arrived", () => {
    const places = placesOf({ ...emptyView(), seat: 0, phase: "step", held: "G3" }, steps, []);
    expect(places.map((place) => place.gain)).toEqual([null, null]);
  });

  it("show the stack in hand on cells where it can be put down, and the reason on others", () => {
    const view = { ...emptyView(), seat: 0, phase: "drop" as const, lifted: [0, 0] as [number, number] };
    const drops: Choice[] = [{ action: "drop (3,0)", kind: "drop", cell: [3, 0] }];
    const blocked = [
      { cell: [1, 1] as [number, number], key: "kerala.refusal.drop_encloses", clause: "KER-SHIFT-7" },
    ];
    const places = placesOf(view, drops, [
      { action: "drop (3,0)", gain: 2 },
      { action: null, blocked },
    ]);
    expect(places[0]).toMatchObject({ cell: [3, 0], gain: 2, ghost: "BS", blocked: null });
    expect(places[1]).toMatchObject({ cell: [1, 1], options: [], blocked: "kerala.refusal.drop_encloses" });
  });

  it("show no gain for a jump, because figures do not change the score", () => {
    const jumps: Choice[] = [{ action: "jump 0 (2,0)", kind: "jump", figure: 0, cell: [2, 0] }];
    expect(
      placesOf(emptyView(), jumps, [{ action: "jump 0 (2,0)", total: 3, gain: 0, effect: "same" }])[0]?.gain,
    ).toBeNull();
  });
});

it("a tile of the offer shows the best gain of each cell it can go to", () => {
  const choices: Choice[] = [{ action: "take B>K", kind: "take", tile: "B>K" }];
  const spot = { figure: 0, direction: "E" as const, cell: [1, 0] as [number, number], total: 3 };
  const places = possibilities("B>K", choices, [
    {
      action: "take B>K",
      best: 5,
      places: [
        { ...spot, side: "N", gain: 0, effect: "same" },
        { ...spot, side: "S", gain: 5, effect: "same" },
      ],
    },
  ]);
  expect(places).toHaveLength(1);
  expect(places[0]).toMatchObject({ gain: 5, side: "S", ghost: "B>K", options: [] });
});

it("if two sides earn the same, the first is shown", () => {
  const choices: Choice[] = [{ action: "take B>K", kind: "take", tile: "B>K" }];
  const spot = {
    figure: 0,
    direction: "E" as const,
    cell: [1, 0] as [number, number],
    total: 3,
    effect: "same" as const,
  };
  const shown = (gains: [Side, number][]) =>
    possibilities("B>K", choices, [
      { action: "take B>K", best: 0, places: gains.map(([side, gain]) => ({ ...spot, side, gain })) },
    ]).map(({ side, gain }) => [side, gain]);
  expect(
    shown([
      ["W", 3],
      ["S", 3],
    ]),
  ).toEqual([["W", 3]]);
  expect(
    shown([
      ["W", 0],
      ["S", 0],
      ["N", -2],
    ]),
  ).toEqual([["W", 0]]);
  expect(
    shown([
      ["W", -2],
      ["S", -1],
      ["N", -1],
    ]),
  ).toEqual([["S", -1]]);
});

describe("moves between two views", () => {
  it("animate a placed tile before the figure that steps onto it", () => {
    const before = { ...emptyView(), held: "G3" };
    const after = { ...emptyView(), platforms: [platformView("(0,0)BS (1,0)G3", ["1,0", "0,0"])] };
    expect(movesBetween(before, after)).toEqual([
      { piece: "tile", seat: 0, id: 1, tile: "G3" },
      { piece: "figure", seat: 0, figure: 0, from: [0, 0], to: [1, 0] },
    ]);
  });

  it("keep the slot of a shifted stack", () => {
    const before = { ...emptyView(), platforms: [platformView("(0,0)BS (1,0)G3", ["0,0", "0,0"])] };
    const after = { ...emptyView(), platforms: [platformView("(0,0)BS (0,-1)G3", ["0,0", "0,0"])] };
    expect(movesBetween(before, after)).toEqual([
      { piece: "stack", seat: 0, id: 1, from: [1, 0], to: [0, -1] },
    ]);
  });

  it("count as a jump in the record, not a turn, when a platform gains two tiles", () => {
    const after = { ...emptyView(), platforms: [platformView("(0,0)BS (1,0)G3 (2,0)R1", ["2,0", "0,0"])] };
    expect(isTurn(movesBetween(emptyView(), after))).toBe(false);
    expect(isTurn(movesBetween(emptyView(), emptyView()))).toBe(true);
  });

  it("include the new offer of a new round", () => {
    expect(movesBetween(emptyView(), { ...emptyView(), round: 2 })).toEqual([{ piece: "offer" }]);
  });
});
