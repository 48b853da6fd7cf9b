import { expect, test, vi } from "vitest";
import { expertView, sampleView, squaresOf } from "../text/samples";
import type { Choice, Preview, View } from "../wire";
import { NO_PLAN } from "./builds";
import { TurnSelection } from "./turnSelection.svelte";

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
  return { selection: new TurnSelection(shown), shown, choose, tell };
}

test("a Build is chosen by its square, rotated there, and sent as a whole", () => {
  const { selection, choose, tell } = table();
  expect([selection.mode, selection.active, selection.begun, selection.deciding]).toEqual([
    "build",
    true,
    false,
    false,
  ]);
  expect([...selection.open].sort()).toEqual(["a2", "c1", "c2", "d1", "e1"]);
  selection.commit();
  expect(choose).not.toHaveBeenCalled();
  expect(selection.pick("c1")).toBe(true);
  expect([selection.found.length, selection.index, selection.settled, selection.earned]).toEqual([
    3,
    0,
    true,
    1,
  ]);
  expect(selection.pick("c1")).toBe(false);
  selection.turnBy(1);
  expect(selection.shown?.stones).toEqual({ c1: "W", d1: "W" });
  expect(tell.mock.calls.map(([build]) => build.actions.at(-1))).toEqual([
    "place c1",
    "place c1-c2",
    "place c1-d1",
  ]);
  selection.commit();
  expect(choose.mock.calls).toEqual([["build same2", ["place c1-d1"]]]);
  expect([selection.plan, selection.settled]).toEqual([NO_PLAN, false]);
});

test("the next square shows the same Build; a square that is not open clears the square", () => {
  const { selection } = table();
  selection.pick("c1");
  selection.turnBy(-1);
  selection.pick("d1");
  expect(selection.shown?.actions).toEqual(["build same2", "place d1-e1"]);
  expect(selection.pick("n1")).toBe(false);
  expect([selection.plan.square, selection.begun]).toEqual([null, true]);
});

test("a hovered Build is shown, but can be neither rotated nor built", () => {
  const { selection, choose, tell } = table();
  selection.pointed = "n1";
  expect(selection.shown).toBeNull();
  selection.pointed = "a2";
  expect([selection.shown?.card, selection.settled, selection.deciding]).toEqual(["one", false, true]);
  selection.turnBy(1);
  selection.commit();
  expect([choose, tell].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
});

test("stones are picked up one by one as far as hand and card allow, then put back", () => {
  const { selection } = table();
  selection.cycle("W");
  selection.cycle("W");
  expect([selection.taken("W"), selection.hasMore("W"), [...selection.openCards]]).toEqual([
    2,
    false,
    ["same2"],
  ]);
  selection.cycle("W");
  expect(selection.plan.letters).toEqual([]);
  selection.pickCard("one");
  expect([...selection.openLetters].sort()).toEqual(["W", "Y"]);
  selection.pickCard("one");
  expect(selection.plan.card).toBeNull();
});

test("a choice that leaves no Build at the square clears the square", () => {
  const { selection } = table();
  selection.pick("d1");
  selection.pickCard("one");
  expect([selection.plan.card, selection.plan.square]).toEqual(["one", null]);
});

test("a dragged stone may be dropped on legal squares, combined with stones picked up before if that fits", () => {
  const { selection } = table();
  selection.cycle("W");
  expect([...selection.landings("W")].sort()).toEqual(["a2", "c1", "c2", "d1", "e1"]);
  expect([...selection.landings("Y")]).toEqual([]);
  selection.clear();
  expect(selection.landings("Y")).toEqual(new Set(["c1"]));
  selection.pickCard("one");
  selection.cycle("W");
  expect(selection.drop("Y", "c1")).toBe(true);
  expect(selection.plan).toEqual({ card: "one", letters: [], square: "c1", on: "Y", turn: 0 });
  expect(selection.shown?.stones).toEqual({ c1: "Y" });
});

test("switching to another action suspends the Build, and switching back restores it", () => {
  const { selection, choose } = table();
  selection.pick("c1");
  selection.enter("draw");
  expect([selection.mode, selection.begun, selection.open.size, selection.deciding]).toEqual([
    "draw",
    false,
    0,
    true,
  ]);
  selection.enter("draw");
  expect([selection.wanted, selection.mode]).toEqual([null, "build"]);
  selection.enter("sculpt");
  expect(selection.mode).toBe("build");
  selection.enter("pick");
  expect(choose.mock.calls).toEqual([["pick"]]);
});

test("nothing can be sent while a request is pending, and another player's hand is only shown", () => {
  const { selection, shown, choose } = table();
  selection.pick("c1");
  shown.busy = true;
  selection.commit();
  expect(choose).not.toHaveBeenCalled();
  expect([selection.active, selection.offers]).toEqual([false, []]);
  Object.assign(shown, { busy: false, focus: 1 });
  expect([selection.hand?.seat, selection.active, selection.payer?.seat]).toEqual([1, false, 0]);
});

test("a new question is identified by turn, step and hand, and starts with nothing chosen", () => {
  const { selection, shown } = table();
  const before = selection.question;
  shown.view = sampleView({ squares: squaresOf("a1W") });
  expect(selection.question).toBe(before);
  shown.view = sampleView({ phase: "place" });
  expect(selection.question).not.toBe(before);
  selection.pick("c1");
  selection.pickSlot("S1");
  selection.begin();
  expect([selection.begun, selection.slotChosen, selection.wanted]).toEqual([false, null, null]);
});

test("a sculpture is previewed, and sent with its payment", () => {
  const ways = [
    { way: "normal", points: 7, cost: {}, shares: [], actions: ["sculpt S1", "normal"], asked: [] },
  ];
  const view = expertView();
  const [slot = "", other = ""] = view.slots.map((one) => one.slot);
  const choices: Choice[] = [...CHOICES, { action: `sculpt ${slot}`, kind: "sculpt", slot }];
  const { selection, choose } = table({
    view,
    choices,
    previews: [...PREVIEWS, { action: `sculpt ${slot}`, ways }],
  });
  selection.pick("c1");
  selection.pickSlot(slot);
  expect([selection.begun, selection.mode, selection.slot?.slot, selection.ways]).toEqual([
    false,
    "sculpt",
    slot,
    ways,
  ]);
  expect([...selection.payable]).toEqual([slot]);
  selection.pickSlot(other);
  expect([selection.slot?.slot, selection.ways]).toEqual([other, []]);
  selection.pickSlot(other);
  expect([selection.slot, selection.wanted]).toEqual([null, null]);
  selection.pickSlot(slot);
  selection.send(["sculpt S1", "normal", "hand L 1"]);
  expect(choose.mock.calls).toEqual([["sculpt S1", ["normal", "hand L 1"]]]);
  expect([selection.slot, selection.mode]).toEqual([null, "build"]);
});
