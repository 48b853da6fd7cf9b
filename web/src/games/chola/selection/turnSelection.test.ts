import { expect, test, vi } from "vitest";
import { expertView, sampleView, squaresOf } from "../text/samples";
import type { Choice, Preview, View } from "../wire";
import { NO_PLAN } from "./builds";
import { Choosing } from "./turnSelection.svelte";

const CHOICES: Choice[] = [
  { action: "pick", kind: "pick" },
  { action: "draw stack", kind: "draw", card: null },
  { action: "build one", kind: "build", card: "one" },
  { action: "build same2", kind: "build", card: "same2" },
];
const PREVIEWS: Preview[] = [
  {
    action: "build one",
    builds: [
      { actions: ["build one", "colours W", "place a2"], stones: { a2: "W" }, gains: {} },
      {
        actions: ["build one", "colours Y", "place c1"],
        stones: { c1: "Y" },
        gains: { "0": { foreign: 1 } },
      },
    ],
  },
  {
    action: "build same2",
    builds: [
      {
        actions: ["build same2", "place c1-d1"],
        stones: { c1: "W", d1: "W" },
        gains: { "0": { foreign: 2 } },
      },
      { actions: ["build same2", "place c1-c2"], stones: { c1: "W", c2: "W" }, gains: {} },
      { actions: ["build same2", "place d1-e1"], stones: { d1: "W", e1: "W" }, gains: {} },
    ],
  },
];

function table(more: { view?: View; choices?: Choice[]; previews?: Preview[]; busy?: boolean } = {}) {
  const [choose, tell] = [vi.fn(), vi.fn()];
  const shown = {
    view: sampleView(),
    choices: CHOICES,
    previews: PREVIEWS,
    focus: 0,
    busy: false,
    choose,
    tell,
    ...more,
  };
  return { choosing: new Choosing(shown), shown, choose, tell };
}

test("a Build is chosen by its square, rotated there, and sent as a whole", () => {
  const { choosing, choose, tell } = table();
  expect([choosing.mode, choosing.active, choosing.begun, choosing.deciding]).toEqual([
    "build",
    true,
    false,
    false,
  ]);
  expect([...choosing.open].sort()).toEqual(["a2", "c1", "c2", "d1", "e1"]);
  choosing.commit();
  expect(choose).not.toHaveBeenCalled();
  expect(choosing.pick("c1")).toBe(true);
  expect([choosing.found.length, choosing.index, choosing.settled, choosing.earned]).toEqual([3, 0, true, 1]);
  expect(choosing.pick("c1")).toBe(false);
  choosing.turnBy(1);
  expect(choosing.shown?.stones).toEqual({ c1: "W", d1: "W" });
  expect(tell.mock.calls.map(([build]) => build.actions.at(-1))).toEqual([
    "place c1",
    "place c1-c2",
    "place c1-d1",
  ]);
  choosing.commit();
  expect(choose.mock.calls).toEqual([["build same2", ["place c1-d1"]]]);
  expect([choosing.plan, choosing.settled]).toEqual([NO_PLAN, false]);
});

test("the next square shows the same Build; a square that is not open clears the square", () => {
  const { choosing } = table();
  choosing.pick("c1");
  choosing.turnBy(-1);
  choosing.pick("d1");
  expect(choosing.shown?.actions).toEqual(["build same2", "place d1-e1"]);
  expect(choosing.pick("n1")).toBe(false);
  expect([choosing.plan.square, choosing.begun]).toEqual([null, true]);
});

test("a hovered Build is shown, but can be neither rotated nor built", () => {
  const { choosing, choose, tell } = table();
  choosing.pointed = "n1";
  expect(choosing.shown).toBeNull();
  choosing.pointed = "a2";
  expect([choosing.shown?.card, choosing.settled, choosing.deciding]).toEqual(["one", false, true]);
  choosing.turnBy(1);
  choosing.commit();
  expect([choose, tell].map((told) => told.mock.calls.length)).toEqual([0, 0]);
});

test("stones are picked up one by one as far as hand and card allow, then put back", () => {
  const { choosing } = table();
  choosing.cycle("W");
  choosing.cycle("W");
  expect([choosing.taken("W"), choosing.hasMore("W"), [...choosing.openCards]]).toEqual([
    2,
    false,
    ["same2"],
  ]);
  choosing.cycle("W");
  expect(choosing.plan.letters).toEqual([]);
  choosing.pickCard("one");
  expect([...choosing.openLetters].sort()).toEqual(["W", "Y"]);
  choosing.pickCard("one");
  expect(choosing.plan.card).toBeNull();
});

test("a choice that leaves no Build at the square clears the square", () => {
  const { choosing } = table();
  choosing.pick("d1");
  choosing.pickCard("one");
  expect([choosing.plan.card, choosing.plan.square]).toEqual(["one", null]);
});

test("a dragged stone may be dropped on legal squares, combined with stones picked up before if that fits", () => {
  const { choosing } = table();
  choosing.cycle("W");
  expect([...choosing.landings("W")].sort()).toEqual(["a2", "c1", "c2", "d1", "e1"]);
  expect([...choosing.landings("Y")]).toEqual([]);
  choosing.clear();
  expect(choosing.landings("Y")).toEqual(new Set(["c1"]));
  choosing.pickCard("one");
  choosing.cycle("W");
  expect(choosing.drop("Y", "c1")).toBe(true);
  expect(choosing.plan).toEqual({ card: "one", letters: [], square: "c1", on: "Y", turn: 0 });
  expect(choosing.shown?.stones).toEqual({ c1: "Y" });
});

test("switching to another action suspends the Build, and switching back restores it", () => {
  const { choosing, choose } = table();
  choosing.pick("c1");
  choosing.enter("draw");
  expect([choosing.mode, choosing.begun, choosing.open.size, choosing.deciding]).toEqual([
    "draw",
    false,
    0,
    true,
  ]);
  choosing.enter("draw");
  expect([choosing.wanted, choosing.mode]).toEqual([null, "build"]);
  choosing.enter("sculpt");
  expect(choosing.mode).toBe("build");
  choosing.enter("pick");
  expect(choose.mock.calls).toEqual([["pick"]]);
});

test("nothing can be sent while a request is pending, and another player's hand is only shown", () => {
  const { choosing, shown, choose } = table();
  choosing.pick("c1");
  shown.busy = true;
  choosing.commit();
  expect(choose).not.toHaveBeenCalled();
  expect([choosing.active, choosing.offers]).toEqual([false, []]);
  Object.assign(shown, { busy: false, focus: 1 });
  expect([choosing.hand?.seat, choosing.active, choosing.payer?.seat]).toEqual([1, false, 0]);
});

test("a new question is identified by turn, step and hand, and starts with nothing chosen", () => {
  const { choosing, shown } = table();
  const before = choosing.question;
  shown.view = sampleView({ squares: squaresOf("a1W") });
  expect(choosing.question).toBe(before);
  shown.view = sampleView({ phase: "place" });
  expect(choosing.question).not.toBe(before);
  choosing.pick("c1");
  choosing.pickSlot("S1");
  choosing.begin();
  expect([choosing.begun, choosing.slotChosen, choosing.wanted]).toEqual([false, null, null]);
});

test("pairs are shown if they pay, except in the builder's colour", () => {
  const view = sampleView({ squares: squaresOf("d2Y b2W c3W") });
  const previews = [
    { action: "build diff2", builds: [{ actions: [], stones: { c2: "Y", b3: "W" } as const, gains: {} }] },
  ];
  const squaresFormed = (one: View): number[] => {
    const { choosing } = table({ view: one, previews });
    choosing.pick("c2");
    return choosing.formed.map((group) => group.squares.length);
  };
  expect(squaresFormed(view)).toEqual([3]);
  const groups = [{ letter: "B" as const, owner: 1, squares: ["h1", "i1"], value: 1, next: 1 }];
  expect(squaresFormed({ ...view, groups })).toEqual([2, 3]);
});

test("a sculpture is previewed, and sent with its payment", () => {
  const ways = [{ way: "normal", cost: {}, actions: ["sculpt S1", "normal"], asked: [] }];
  const view = expertView();
  const [slot = "", other = ""] = view.slots.map((one) => one.slot);
  const choices: Choice[] = [...CHOICES, { action: `sculpt ${slot}`, kind: "sculpt", slot }];
  const { choosing, choose } = table({
    view,
    choices,
    previews: [...PREVIEWS, { action: `sculpt ${slot}`, ways }],
  });
  choosing.pick("c1");
  choosing.pickSlot(slot);
  expect([choosing.begun, choosing.mode, choosing.slot?.slot, choosing.ways]).toEqual([
    false,
    "sculpt",
    slot,
    ways,
  ]);
  expect([...choosing.payable]).toEqual([slot]);
  choosing.pickSlot(other);
  expect([choosing.slot?.slot, choosing.ways]).toEqual([other, []]);
  choosing.pickSlot(other);
  expect([choosing.slot, choosing.wanted]).toEqual([null, null]);
  choosing.pickSlot(slot);
  choosing.send(["sculpt S1", "normal", "hand L 1"]);
  expect(choose.mock.calls).toEqual([["sculpt S1", ["normal", "hand L 1"]]]);
  expect([choosing.slot, choosing.mode]).toEqual([null, "build"]);
});
