import messages from "@mandapa/games/menara/content/messages/en.json";
import { describe, expect, it, test } from "vitest";
import { seated, translator } from "../../../lib/testing";
import type { GameEvent } from "../../../table/contract";
import { hasGauge, highlightDetails, highlightedBases, highlightText } from "../board/baseHighlights";
import { whichOf } from "../board/shapes";
import type { FreeLevel } from "../hand/placing";
import type { BlockedBase, Choice, Preview, View } from "../wire";
import { logWords } from "./logParams";
import { baseName, codeName } from "./names";
import { confirmation } from "./riskText";
import { columns, SHEET, sampleView } from "./samples";
import {
  choiceLabel,
  complete,
  ending,
  levelDone,
  over,
  prompt,
  scoreRows,
  shortLabel,
  soloDifficulty,
  spokenPrompt,
  status,
  textView,
  total,
} from "./text";

const t = translator(messages);

const seats = seated("Asha", "Ravi");

const CHOICES: (Choice | FreeLevel)[] = [
  { action: "side light", kind: "side", side: "light", bases: columns({ yellow: 2, red: 1 }) },
  { action: "lay 1.00,2.00 r45", kind: "lay", pose: { x: 1, y: -2, rotation: 45 }, covers: [], poses: 1 },
  {
    action: "cover F01.0",
    kind: "cover",
    pose: { x: 1, y: 2, rotation: 45 },
    covers: [["F01", 0]],
    poses: 3,
  },
  { action: "give yellow take red", kind: "swap", give: "yellow", take: "red" },
  { action: "done", kind: "done" },
  { action: "give up", kind: "give_up" },
  { action: "back", kind: "back" },
  { action: "two hands", kind: "two_hands" },
  { action: "pile blue", kind: "pile", pile: "blue", beyond: 0 },
  { action: "place F01.2", kind: "place", base: ["F01", 2], colour: "blue" },
  { action: "lift F01.0", kind: "lift", base: ["F01", 0], colour: "yellow" },
  { action: "put F02.0", kind: "put", base: ["F02", 0], colour: "yellow" },
  { action: "reset F01.0", kind: "reset", base: ["F01", 0], colour: "yellow" },
  { action: "shift F02", kind: "shift", floor: "F02" },
  { action: "level 1", kind: "level", level: 1 },
  { action: "level 2", kind: "level", level: 2, free: true },
  { action: "base", kind: "level", level: 0 },
  { action: "camp keep", kind: "camp_keep" },
];

test("every choice has a distinct label", () => {
  const labels = CHOICES.map((choice) => choiceLabel(choice, sampleView(), t));
  expect(new Set(labels).size).toBe(CHOICES.length);
  expect(labels).toContain("Place blue on the crescent, Base of the temple");
  expect(labels).toContain("Lay it to the front right: x 1, y −2, turned by 45°");
  expect(choiceLabel({ action: "give up", kind: "give_up" }, sampleView({ free_build: true }), t)).toBe(
    "Stop building",
  );
});

describe("the current decision", () => {
  it("has short labels for the bar of a phone", () => {
    const kinds = ["level", "give_up", "back", "two_hands", "shift", "side"];
    const labels = CHOICES.filter(({ kind }) => kinds.includes(kind)).map((one) =>
      shortLabel(one, sampleView(), t),
    );
    expect(labels).toContain("Level 1");
    expect(Math.max(...labels.map((label) => label.length))).toBeLessThan(16);
  });

  it("follows the step of the turn", () => {
    const place = CHOICES.filter((choice) => choice.kind === "place" || choice.kind === "give_up");
    expect(prompt(sampleView(), place, t)).toBe("Choose a highlighted base.");
    expect(prompt(sampleView({ one_floor: "F01" }), place, t)).toBe(
      "Choose a highlighted base on the crescent.",
    );
    expect(prompt(sampleView(), [{ action: "give up", kind: "give_up" }], t)).toBe(
      "The rest of this card can’t be done.",
    );
    expect(prompt(sampleView(), [], t)).toBe("");
  });
  it("has a text for every kind of choice", () => {
    const view = sampleView({
      phase: "camp",
      placing: { floor: "F05", side: null, other_side: null, level: 1, shifting: false, start: null },
    });
    for (const choice of CHOICES)
      if (!["give_up", "done", "swap", "place", "lift", "put", "lay", "cover"].includes(choice.kind))
        expect(prompt(view, [choice], t)).not.toBe("");
    for (const phase of ["where", "set", "pose", "take", "put", "shift", "exchange", "partner"] as const)
      expect(
        prompt(
          { ...view, phase, lifted: { from: ["F01", 0], colour: "red" } },
          [{ action: "x", kind: "back" }],
          t,
        ),
      ).not.toBe("");
  });
});

test("at a level without suggested places the decision is the floor's position", () => {
  const base: Choice[] = [{ action: "base", kind: "level", level: 0 }];
  const placing = {
    floor: "F05",
    side: "light",
    other_side: "dark",
    level: null,
    shifting: false,
    start: null,
  } as const;
  const view = sampleView({ phase: "where", placing });
  expect(prompt(view, base, t)).toBe("Where do you build the hook?");
  const chosen = { ...view, placing: { ...placing, level: 2 } };
  expect(prompt(chosen, base, t)).toBe("Place the hook: Level 2.");
});

describe("bases", () => {
  const previews: Preview[] = [
    { action: "place F01.2", bears: 1.6, fills: true, stands: true },
    {
      action: null,
      blocked: [
        {
          base: ["F02", 0],
          key: "menara.refusal.tips",
          clause: "MEN-PHY-1",
          bears: 0.1,
          tips: "F02",
          needs: 1.3,
        },
      ],
    },
  ];
  const lit = highlightedBases(
    sampleView(),
    CHOICES.filter((choice) => choice.kind === "place"),
    previews,
    "place F01.2",
  );
  it("show the columns they bear, or the reason why they are blocked", () => {
    expect(lit.map((one) => highlightText(one, t))).toEqual([
      "Blue on the crescent, base of the temple; the hint’s choice; holds 1.6 more columns; completes the floor",
      "Yellow on the boomerang, level 1; the boomerang would tip here: it needs 1.3 g on the other side",
    ]);
    expect(lit.map((one) => one.tone)).toEqual(["care", "blocked"]);
    expect(lit[0]?.advised).toBe(true);
  });
});

test("a column that cannot be moved names what would tip only if that is the reason", () => {
  const tips = { clause: "", bears: null, tips: "F02", needs: 1.3 };
  const blocked: BlockedBase[] = [
    { base: ["F01", 0], key: "menara.refusal.tips", ...tips },
    { base: ["F01", 1], key: "menara.refusal.no_goal", ...tips },
  ];
  const lit = highlightedBases(sampleView({ phase: "take" }), [], [{ action: null, blocked }], null);
  expect(lit.flatMap((one) => highlightDetails(one, t))).toEqual([
    "without it the boomerang would tip: it needs 1.3 g on the other side",
    "There’s no higher base where it could stand.",
  ]);
});

test("the base of a pair's first column is not listed as blocked", () => {
  const blocked = [
    { base: ["F02", 0], key: "menara.refusal.partner", clause: "", bears: null } as BlockedBase,
  ];
  const previews: Preview[] = [{ action: null, blocked }];
  expect(highlightedBases(sampleView({ partner: ["F02", 0] }), [], previews, null)).toEqual([]);
  expect(highlightedBases(sampleView({ partner: ["F02", 1] }), [], previews, null)).toHaveLength(1);
});

describe("the outlook of a physical act", () => {
  const place = CHOICES.filter((choice) => choice.kind === "place");
  const lift = CHOICES.filter((choice) => choice.kind === "lift");
  const words = (choices: Choice[], preview: Preview): string[] =>
    highlightedBases(sampleView({ phase: "take" }), choices, [preview], null).map((one) =>
      highlightDetails(one, t).join("; "),
    );
  const falls = { stands: false, risk: 1, outlook: "falls" } as const;
  it("is shown for a column to be taken out", () => {
    const action = "lift F01.0";
    expect(words(lift, { action, stands: true, risk: 0, outlook: "safe" })).toEqual(["the temple stands"]);
    expect(words(lift, { action, stands: true })).toEqual(["the temple stands"]);
    expect(words(lift, { action, stands: true, risk: 0.07, outlook: "risky" })).toEqual([
      "risky: in about 7 of 100 tries the temple falls and the game ends",
    ]);
    expect(words(lift, { action, ...falls, tips: "F02", needs: 2.4 })).toEqual([
      "the temple falls, and the game ends; the boomerang needs 2.4 g on the other side",
    ]);
  });
  it("is a single measure: a falling temple shows no load", () => {
    const lines = words(place, { action: "place F01.2", bears: 1.4, fills: false, ...falls });
    expect(lines).toEqual(["the temple falls, and the game ends"]);
    const pair = words(place, { action: "place F01.2", bears: 1.4, fills: false, stands: false });
    expect(pair).toEqual(["stands only as one of a pair"]);
    const bars = highlightedBases(
      sampleView(),
      place,
      [{ action: "place F01.2", bears: 1.4, fills: false, ...falls }],
      null,
    );
    expect(bars.map(hasGauge)).toEqual([false]);
    expect(bars[0]?.tone).toBe("risk");
  });
  it("is any number of columns if the server gives no limit", () => {
    const action = "place F01.2";
    expect(words(place, { action, bears: null, fills: false, stands: true })).toEqual(["holds any number"]);
  });
  it("is in the text view for every act, and needs confirmation unless it is safe", () => {
    const label = (action: string, more: object): string => {
      const choice = CHOICES.find((one) => one.action === action) as Choice;
      return choiceLabel(choice, sampleView(), t, { action, ...more } as Preview);
    };
    expect(label("lift F01.0", falls)).toBe(
      "Take yellow from the crescent, Base of the temple; the temple falls, and the game ends",
    );
    expect(label("place F01.2", { bears: 1.6, fills: false, stands: true })).toContain(
      "holds 1.6 more columns",
    );
    const stability = { tilt: 3.2, reserve: 4 };
    expect(label("cover F01.0", { stability, stands: true })).toContain("safe tilt 3.2°");
    expect(label("cover F01.0", { stability, risk: 0.6, outlook: "risky" })).toMatch(/60 of 100 tries[^°]*$/);
    expect(label("back", { gives_up: false, ...falls })).toContain("the temple falls");
    expect(confirmation({ action: "lift F01.0", ...falls }, t)).toBe("The temple falls, and the game ends.");
    expect(confirmation({ action: "lift F01.0", stands: true, risk: 0, outlook: "safe" }, t)).toBeNull();
    expect(confirmation({ action: "give up", gives_up: true }, t)).toBeNull();
  });
});

test("the counting rows of the score sheet add up to the surplus", () => {
  const rows = scoreRows(SHEET, t);
  const counted = rows.filter((row) => ["levels", "start", "failed", "extended"].includes(row.id));
  expect(counted.reduce((sum, row) => sum + row.points, 0)).toBe(SHEET.total);
  expect(rows[0]?.detail).toContain("the bag is empty");
  const free = { ...SHEET, total: 3, target: { needed: 0, start: 0, failed: 0, extended: 0 } };
  expect(scoreRows(free, t).map((row) => row.id)).toEqual(["levels", "columns", "floors"]);
  expect([total(SHEET, t), total(free, t)]).toEqual(["Levels beyond the goal", "Levels"]);
  expect(rows.filter((row) => row.own).map((row) => row.id)).toEqual(["columns"]);
});

test("the text view lists every base and column", () => {
  const sections = textView(sampleView(), seats, t);
  expect(sections.map((section) => section.heading)).toEqual([
    "The table",
    "Columns",
    "Level 1",
    "Base of the temple",
    "Cards",
  ]);
  expect(sections[0]?.lines).toContainEqual(expect.stringMatching(/^Blue card: /));
  expect(sections[3]?.table?.rows).toEqual([
    ["The crescent", "yellow", "column", "−30, −20"],
    ["The crescent", "red", "column", "30, −20"],
    ["The crescent", "blue", "empty", "0, 30"],
  ]);
  expect(sections[0]?.lines).toContain("The temple can be tilted by 2.4°; its weakest corner holds 9.5 g.");
  const firm = textView(sampleView({ stability: { tilt: 2.4, towards: 30, reserve: null } }), seats, t)[0]
    ?.lines;
  expect(firm).toContain("The temple can be tilted by 2.4°; its weakest corner holds any weight.");
});

test("laying the base only begins the turn", () => {
  expect(complete(sampleView({ phase: "exchange", turn_number: 1 }), t)?.line).toBe("The base is laid");
  expect(complete(sampleView({ phase: "exchange", turn_number: 2 }), t)).toBeNull();
  expect(complete(sampleView({ phase: "draw", turn_number: 1 }), t)).toBeNull();
});

test("free building cannot be lost", () => {
  const stopped = sampleView({ free_build: true, phase: "over", ending: "stopped", levels: 1 });
  expect(ending(stopped, [], t)).toBe("Building was stopped; 1 level stands");
  expect(over(stopped, t)).toBe("Building is finished");
  expect(over(sampleView({ phase: "over", ending: "bag" }), t)).toBeNull();
  expect(soloDifficulty({ free_build: true, difficulty: "easy" }, t)).toBeNull();
});

test("the spoken decision includes the progress of the card", () => {
  const build = sampleView({ phase: "build", built: 1, wanted: 3 });
  const choices = CHOICES.filter((choice) => choice.kind === "place");
  expect(spokenPrompt(build, choices, t)).toBe(`1 of 3 done. ${prompt(build, choices, t)}`);
  const side = sampleView({ phase: "side", built: 1, wanted: 3 });
  const sides = CHOICES.filter((choice) => choice.kind === "side");
  expect(spokenPrompt(side, sides, t)).toBe(prompt(side, sides, t));
});

test("the quarry lists the bases on both sides of its top floor", () => {
  const table = textView(sampleView(), seats, t)[0]?.lines ?? [];
  expect(table).toContain(
    "Quarry: the hook (light side: 3 yellow, 1 blue; dark side: 4 red) on top, 2 more floors.",
  );
});

test("the status line and the result", () => {
  const now = sampleView({ levels: 2, turn_number: 4 });
  expect(status(sampleView(), seats, t, now)).toBe("2 levels, 4 needed, turn 3");
  expect(status(sampleView(), seats, t)).toBe("1 level, 4 needed, turn 3");
  for (const why of ["collapse", "bag", "cards", "floors", "column", "stopped"] as const)
    expect(ending(sampleView({ ending: why }), [], t)).toContain("1 level stands, 4 were needed");
});

test("the plan shows the level of the last act", () => {
  const done = (kind: string, level: unknown): GameEvent =>
    ({ kind, log: { key: "k", params: { level } } }) as unknown as GameEvent;
  expect(levelDone([done("act", 0), done("act", 2), done("act", undefined), done("chance", 1)])).toBe(2);
  expect(levelDone([done("chance", 1)])).toBeNull();
});

describe("the log", () => {
  const said = (key: string, params: Record<string, unknown>, part = false): string =>
    t(
      `menara.log.${key}${part ? ".part" : ""}`,
      named({ name: "Asha", seat_name: "Asha", ...params, ...logWords(params, seats, t) }),
    );
  /** Add the codes of pieces, as the client does. */
  const named = (params: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        ["floor", "place", "colour"].includes(name) ? codeName(String(value), t) : value,
      ]),
    );
  const open = { card: null, over: null };
  it("reports a column, and that a floor is full", () => {
    const placed = { colour: "blue", floor: "F01", base: 2, level: 0, fills: true, ...open };
    expect(said("place", placed)).toBe(
      "Asha places blue on the crescent (Base of the temple), which is full now.",
    );
  });
  it("identifies one of two bases of a colour, wherever the floor is now", () => {
    const which = { number: 1, count: 2, axis: "across" };
    const placed = { colour: "blue", floor: "F07", base: 2, level: 0, fills: false, which, ...open };
    expect(said("place", placed)).toBe("Asha places blue on the fork, left (Base of the temple).");
    expect(said("place", { ...placed, which: { ...which, number: 2 } })).toContain("the fork, right");
  });
  it("reports the result of the card", () => {
    const failed = { card: { done: false, joins_row: true, target: 6 }, over: null };
    expect(said("give_up", failed)).toBe("Asha gives up. Card not completed: 6 levels are needed now.");
    const over = { card: null, over: { ending: "floors", levels: 5, target: 4 } };
    expect(said("laid", { floor: "F03", covers: ["F01.0"], level: 2, ...over })).toContain(
      "The game ends: the last floor was laid; 5 levels stand, 4 are needed",
    );
  });
  it("reports how well the hand did", () => {
    const fell = { outcome: "topples", columns: [["F01", 0]], floors: [], act: "set", seat: 0, ...open };
    expect(said("result", fell)).toBe("A column on the crescent fell over.");
    expect(said("result", { ...fell, outcome: "collapses", columns: [], floors: ["F02"] }, true)).toBe(
      "the temple collapsed and lost the boomerang",
    );
  });
  it("has a sentence for every card", () => {
    for (const [kind, count] of [
      ["PLACE", 3],
      ["SAME", 2],
      ["MOVE", 1],
      ["FILL", null],
      ["SHIFT", null],
    ] as const)
      expect(said("card", { seat: 0, pile: "red", kind, columns: count, rim: "dark" })).toMatch(
        /^Asha turned a red card: \w.+\.$/,
      );
  });
});

test("an empty hand reads as none", () => {
  const sections = textView(sampleView({ hands: [columns(), columns()] }), seats, t);
  expect(sections[1]?.table?.rows[0]).toEqual(["Asha", "none", "0"]);
});

test("a base is named by its colour and floor, and its position among several", () => {
  const view = sampleView();
  const [floor] = view.floors;
  const at = (x: number, y: number) => ({ ...floor?.bases[0], at: [x, y], colour: "red" });
  const placeNames = (...places: [number, number][]): string[] => {
    const bases = places.map(([x, y]) => at(x, y));
    const shown = { ...view, floors: [{ ...floor, bases }] } as unknown as View;
    return places.map((_, base) => baseName(["F01", base], whichOf(shown, ["F01", base]), t));
  };
  expect(placeNames([0, 0])).toEqual(["the crescent"]);
  expect(placeNames([30, 0], [-30, 5])).toEqual(["the crescent, right", "the crescent, left"]);
  expect(placeNames([0, 30], [5, -30])).toEqual(["the crescent, back", "the crescent, front"]);
  expect(placeNames([0, 0], [50, 0], [-50, 9])).toEqual([
    "the crescent, middle",
    "the crescent, right",
    "the crescent, left",
  ]);
  expect(placeNames([0, 0], [50, 0], [-50, 9], [9, 9])[3]).toBe("the crescent, 3rd from the left");
});

test("with codes on, texts use the codes of records and the terminal", () => {
  const coded: typeof t = (key, params) => t(key, { ...params, codes: true });
  expect(codeName("F07", coded)).toBe("F07");
  expect(codeName("F07.1", coded)).toBe("F07 b");
  const place = CHOICES.find((choice) => choice.kind === "place") as Choice;
  expect(choiceLabel(place, sampleView(), coded)).toBe("Place blue on F01 c, Base of the temple");
});

test("every floor has a name", () => {
  const names = Array.from({ length: 18 }, (_, i) => codeName(`F${String(i + 1).padStart(2, "0")}`, t));
  expect(new Set(names).size).toBe(18);
  for (const name of names) expect(name).toMatch(/^the [a-z]+$/);
});
