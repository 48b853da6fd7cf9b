import { describe, expect, it } from "vitest";
import { patternsFor } from "../art/patterns";
import { boxOf, cornerOf, frameOf, nearest, outlineOf, sizeOf, spotOf, UNIT } from "../board/geometry";
import { markersOf, spread } from "../board/scoreTrack";
import { ENTRANCE, expertView, SQUARES, sampleView, squaresOf } from "../text/samples";
import { blockedCards, type Mode, modesOf, obstacle, warnings } from "../text/turns";
import type { Group, Preview, Share } from "../wire";
import {
  candidates,
  fitting,
  gainsOf,
  NO_PLAN,
  type Offer,
  offersOf,
  openCards,
  openLetters,
  openSquares,
  shownAt,
  signOf,
} from "./builds";
import { actionsFor, missingOf, proposal, slotStatus } from "./payment";

describe("the temple", () => {
  it("has 120 squares on 14 by 13", () => {
    expect(SQUARES).toHaveLength(120);
    expect(sizeOf(SQUARES)).toEqual({ columns: 14, rows: 13 });
    expect(spotOf("n13")).toEqual([13, 13]);
    expect(cornerOf("a1", 13)).toEqual([0, 12 * UNIT]);
    expect(boxOf(["a1", "b2"], 13)).toEqual({ x: 0, y: 11 * UNIT, width: 2 * UNIT, height: 2 * UNIT });
  });

  it("draws a line around a group, without lines between its stones", () => {
    expect(outlineOf(["a1"], 1)).toBe("M0 0H40M0 40H40M0 0V40M40 0V40");
    expect(outlineOf(["a1", "b1"], 1, 2)).toBe("M2 2H40M2 38H40M2 2V38M40 2H78M40 38H78M78 2V38");
    // At an outward turn, the outline extends to the line of the next square.
    expect(outlineOf(["a1", "b1", "a2"], 2, 2)).toContain("M38 42H78");
  });

  it("is shown in full, or zoomed in to where the player can build", () => {
    const view = (stones: string) => ({ squares: squaresOf(stones), entrance: ENTRANCE, slots: [] });
    const whole = frameOf(view("a1W"), false);
    expect(whole).toEqual({ x: -22, y: -70, width: 604, height: 618 });
    const early = frameOf(view("a1W"), true);
    expect(early.height).toBeLessThan(whole.height / 2);
    expect(early.y + early.height).toBeGreaterThan(13 * UNIT);
    const all = SQUARES.filter((square) => Number(square.slice(1)) < 11).map((square) => `${square}W`);
    const late = frameOf(view(all.join(" ")), true);
    expect(late.y).toBe(whole.y);
    expect(late.width).toBeLessThan(whole.width * 0.8);
  });

  it("accepts near misses", () => {
    expect(nearest(3 * UNIT + 5, 12 * UNIT + 10, 13, ["b1", "d1"])).toBe("d1");
    expect(nearest(9 * UNIT, 0, 13, ["b1", "d1"])).toBeNull();
  });
});

const previews: Preview[] = [
  {
    action: "build one",
    builds: [
      { actions: ["build one", "colours W", "place a2"], stones: { a2: "W" }, gains: {} },
      {
        actions: ["build one", "colours G", "place a2"],
        stones: { a2: "G" },
        gains: { "0": { foreign: 1 } },
      },
      {
        actions: ["build one", "colours G", "place c1"],
        stones: { c1: "G" },
        gains: { "0": { foreign: 1 } },
      },
    ],
  },
  {
    action: "build same2",
    builds: [
      { actions: ["build same2", "place c1-d1"], stones: { c1: "W", d1: "W" }, gains: {} },
      { actions: ["build same2", "place c1-c2"], stones: { c1: "W", c2: "W" }, gains: {} },
      { actions: ["build same2", "place d1-e1"], stones: { d1: "W", e1: "W" }, gains: {} },
    ],
  },
  { action: null, blocked: [{ card: "hv4", key: "chola.refusal.no_place", clause: "CHO-BUILD-1" }] },
];
const offers = offersOf(previews, null);

describe("building", () => {
  it("may start with the card, the stones or the square", () => {
    expect(offers).toHaveLength(6);
    expect(fitting(offers, { card: "same2", letters: [] })).toHaveLength(3);
    expect(fitting(offers, { card: null, letters: ["W", "W"] })).toHaveLength(3);
    expect(fitting(offers, { card: null, letters: ["G"] }).map((offer) => offer.card)).toEqual([
      "one",
      "one",
    ]);
    expect([...openSquares(fitting(offers, { card: null, letters: ["G"] }), ["G"])]).toEqual(["a2", "c1"]);
    expect([...openCards(offers, { ...NO_PLAN, square: "d1" })]).toEqual(["same2"]);
    expect([...openLetters(offers, { ...NO_PLAN, letters: ["W"] })]).toEqual(["W"]);
    expect([...openLetters(offers, { ...NO_PLAN, card: "one", letters: ["G"] })]).toEqual([]);
  });

  it("cycles through the Builds at a square, and keeps the variant at the next square", () => {
    const here = candidates(offers, "c1", null, []);
    expect(here.map((offer) => Object.keys(offer.stones).join(" "))).toEqual(["c1", "c1 c2", "c1 d1"]);
    expect(shownAt(here, "c1", null, 4)).toBe(1);
    const like = signOf(here[2] as Offer, "c1");
    const next = candidates(offers, "d1", null, []);
    expect(Object.keys(next[shownAt(next, "d1", like, 0)]?.stones ?? {})).toEqual(["d1", "e1"]);
    expect(candidates(offers, "c1", "W", [])).toHaveLength(2);
    expect(candidates(offers, "c1", null, ["W"])).toHaveLength(2);
    expect(candidates(offers, null, null, [])).toEqual([]);
    expect(shownAt([], "c1", null, 0)).toBe(-1);
  });

  it("orders the Builds at a square: small cards first, then right, up and by colour", () => {
    const way = (card: Offer["card"], stones: Offer["stones"]): Offer => ({
      card,
      stones,
      actions: [],
      gains: {},
    });
    const inOrder = [
      way("one", { d2: "W" }),
      way("same2", { d2: "G", d3: "G" }),
      way("same2", { d2: "G", e2: "G" }),
      way("same2", { d2: "W", d3: "W" }),
      way("same2", { c2: "W", d2: "W" }),
      way("same2", { d1: "G", d2: "G" }),
      way("diff2", { d2: "B", e2: "W" }),
    ];
    const elsewhere = way("one", { a1: "W" });
    expect(candidates([elsewhere, ...inOrder.toReversed()], "d2", null, [])).toEqual(inOrder);
    expect(candidates([...inOrder.slice(3), ...inOrder.slice(0, 3)], "d2", null, [])).toEqual(inOrder);
  });

  it("continues with a card chosen earlier", () => {
    const rest: Preview[] = [
      {
        action: "place c1-d1",
        builds: [{ actions: ["place c1-d1"], stones: { c1: "W", d1: "W" }, gains: {} }],
      },
    ];
    expect(offersOf(rest, "same2")[0]?.card).toBe("same2");
  });

  it("breaks down every player's points by source", () => {
    const rows = gainsOf({ gains: { "0": { treasures: 2, foreign: 1 }, "1": { given_patterns: 4 } } }, 3);
    expect(rows.map((row) => row.total)).toEqual([3, 4, 0]);
    expect(rows[0]?.parts).toEqual([
      ["foreign", 1],
      ["treasures", 2],
    ]);
  });
});

describe("paying", () => {
  it("starts with the server's proposal", () => {
    const share = { need: 3, least: 0, most: 3 };
    const shares: Share[] = [
      { ...share, letter: "L", proposed: 1 },
      { ...share, letter: "Y", proposed: 0 },
    ];
    expect(proposal(shares)).toEqual({ L: 1, Y: 0 });
    expect(proposal([])).toEqual({});
  });

  it("reports missing stones", () => {
    const view = expertView();
    const at = new Map(view.squares.map((one) => [one.square, one]));
    const standings = view.slots.map((slot) => slotStatus(slot, at, view.seats[1], new Set())?.kind);
    expect(standings).toEqual(["carved", "short", "unfinished"]);
    expect(missingOf({ L: 4, Y: 1 }, { stones: { L: 1 }, wagon: { L: 2 } })).toEqual({ L: 1, Y: 1 });
    expect(
      slotStatus(view.slots[1] as (typeof view.slots)[number], at, view.seats[0], new Set(["S2"])),
    ).toEqual({ kind: "payable" });
  });

  it("sends only the required actions", () => {
    const actions = ["sculpt S2", "normal"];
    const way = { way: "normal", points: 8, cost: { L: 4, Y: 1 }, shares: [], actions };
    expect(actionsFor({ ...way, asked: ["L"] }, { L: 1, Y: 0 })).toEqual(["sculpt S2", "normal", "hand L 1"]);
    expect(actionsFor({ ...way, actions: ["sculpt S2"], asked: [] }, { L: 4 })).toEqual(["sculpt S2"]);
  });
});

describe("patterns", () => {
  it("lists the player's own, the most promising first, and the best one of each opponent", () => {
    const group = (owner: Group["owner"], next: number, first: string): Group => ({
      letter: "W",
      owner,
      squares: [first, "b1"],
      value: 4,
      next,
    });
    const groups = [
      group(0, 3, "a1"),
      group(1, 4, "c1"),
      group(0, 5, "d1"),
      group(1, 6, "e1"),
      group(null, 0, "f1"),
    ];
    const found = patternsFor(sampleView({ groups }), 0);
    expect(found.own.map((one) => one.next)).toEqual([5, 3]);
    expect(found.others.map((one) => one.next)).toEqual([6]);
  });
});

describe("a turn", () => {
  it("explains why an action is unavailable", () => {
    const view = sampleView();
    expect(modesOf(view)).toEqual(["pick", "replace", "draw", "build"]);
    expect(modesOf({ variant: "solo" })).toEqual(["build"]);
    expect(obstacle("pick", view, [{ action: "pick", kind: "pick" }], [])).toBeNull();
    expect(obstacle("pick", view, [], [])).toBeNull();
    const closed = (doing: Mode, key: string): Preview[] => [
      { action: null, blocked: [{ doing, key: `chola.refusal.${key}`, clause: "CHO-PICK-1" }] },
    ];
    const full = { key: "chola.why.hand_full", params: { stones: 4, cards: 1 } };
    expect(obstacle("pick", view, [], closed("pick", "hand_full"))).toEqual(full);
    expect(obstacle("draw", view, [], closed("pick", "hand_full"))).toBeNull();
    expect([...blockedCards(previews).keys()]).toEqual(["hv4"]);
  });

  it("warns about the end of the game", () => {
    const view = sampleView({ spaces: 9 });
    expect(warnings(view, [0]).map((one) => one.key)).toEqual(["chola.warn.spaces"]);
    expect(warnings({ ...view, last_turns: 3 }, [0])[0]).toEqual({
      key: "chola.warn.last",
      params: { count: 3 },
    });
    const early = { ...view, spaces: 50 };
    expect(warnings(early, [0])).toEqual([]);
    const stuck = { ...early, seats: early.seats.map((seat) => ({ ...seat, can_restock: seat.seat !== 0 })) };
    expect(warnings(stuck, [0]).map((one) => one.key)).toEqual(["chola.warn.stuck.basic"]);
    expect(warnings(stuck, [1])).toEqual([]);
  });

  it("shows scores as steps and tokens", () => {
    const view = sampleView({ variant: "solo", players: 1, opponent: { total: 101, rows: {} as never } });
    view.seats = [{ ...(view.seats[0] as (typeof view.seats)[number]), total: 52 }];
    expect(markersOf(view)).toEqual([
      { seat: 0, total: 52, step: 2, token: 50 },
      { seat: 1, total: 101, step: 1, token: 100 },
    ]);
  });

  it("separates markers on the same step, in order and within the track", () => {
    expect(spread([100, 300], 35, 0, 600)).toEqual([100, 300]);
    expect(spread([300, 300], 40, 0, 600)).toEqual([280, 320]);
    expect(spread([600, 600, 590], 30, 0, 600)).toEqual([570, 600, 540]);
    expect(spread([0, 10, 45], 30, 0, 600)).toEqual([0, 30, 60]);
    expect(spread([], 30, 0, 600)).toEqual([]);
  });
});
