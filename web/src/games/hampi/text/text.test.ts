import messages from "@mandapa/games/hampi/content/messages/en.json";
import { describe, expect, it, test } from "vitest";
import { seated, translator } from "../../../lib/testing";
import type { GameEvent } from "../../../table/contract";
import { markOptions } from "../panels/marking";
import type { Choice, Placement, Preview, Zone } from "../wire";
import { logWords } from "./logParams";
import { edgesWords, inBrackets, markingRule, placeName, supportWords } from "./names";
import {
  actionsOf,
  blockedOf,
  laidWith,
  nearestRotation,
  ordered,
  placementAt,
  spotsOf,
  turnedBy,
} from "./placements";
import { sampleView, sheet, zone } from "./samples";
import { cellWords, choiceLabel, placementWords, prompt, scoreRows, status, textView } from "./text";
import { highlightsOfOptions } from "./zoneHighlights";
import { jewelNews, jewelWords, lastLaid, paysWords } from "./zoneText";

const catalogue: Record<string, string> = messages;

const t = translator(messages);

const seats = seated("Asha", "Ravi", "Meena");

const placement: Placement = {
  rotation: 3,
  cell: [2, 1],
  zones: [
    {
      ...zone({ id: 9, kind: "land", gaps: 20, markers: [0, 0, 0], leaders: [] }),
      completed: false,
      joins: 1,
    },
    { ...zone({ status: "complete", gaps: 0 }), completed: true, joins: 2 },
  ],
  gains: [],
  marks: [],
  best: 12,
};
const choices: Choice[] = [{ action: "cell (2,1)", kind: "cell", cell: [2, 1], rotations: [3, 5] }];
const previews: Preview[] = [
  { action: "cell (2,1)", placements: [placement, { ...placement, rotation: 5, best: 0 }] },
  {
    action: null,
    blocked: [{ cell: [3, 0], key: "hampi.refusal.touch", clause: "HAM-PLACE-1", wanted: { W: "P" } }],
  },
];

describe("placing the drawn tile", () => {
  const [spot] = spotsOf(sampleView(), choices, previews);
  if (!spot) throw new Error("no spot");

  it("cycles through the fitting rotations, starting with the nearest", () => {
    expect(turnedBy(spot, 3, 1)).toBe(5);
    expect(turnedBy(spot, 5, 1)).toBe(3);
    expect(turnedBy(spot, 3, -1)).toBe(5);
    expect(nearestRotation(spot, 0)).toBe(5);
    expect(nearestRotation(spot, 4)).toBe(3);
  });

  it("sends cell and rotation together, without a rotation if only one fits", () => {
    expect(actionsOf(spot, 5)).toEqual(["cell (2,1)", "turn 5"]);
    expect(actionsOf({ ...spot, rotations: [5] }, 5)).toEqual(["cell (2,1)"]);
    expect(actionsOf({ ...spot, action: null }, 3)).toEqual(["turn 3"]);
  });

  it("shows the server's preview, complete zones first", () => {
    expect(placementAt(spot, 5)?.best).toBe(0);
    expect(ordered(placement.zones).map((one) => one.kind)).toEqual(["pond", "land"]);
    expect(blockedOf(previews)).toHaveLength(1);
    expect(laidWith(sampleView(), spot, 5).at(-1)).toEqual({ cell: [2, 1], tile: "H40", rotation: 5 });
  });

  it("is described in sentences, without sums for large open land", () => {
    const words = placementWords(spot, 3, placement, sampleView(), seats, t);
    expect(words).toContain(
      "Enter lays it. Pond of 2 tiles, complete, joins 2 zones: Lady +4, Farmer +4 = +8. Asha and Ravi will score +4 each.",
    );
    expect(words).toMatch(/Land of 2 tiles, 20 gaps\.$/);
  });

  it("has a single spot when only the rotation is left to choose", () => {
    const turn: Choice = { action: "turn 5", kind: "turn", cell: [2, 1], rotation: 5 };
    const [only] = spotsOf(
      sampleView({ phase: "turn", cell: [2, 1] }),
      [turn],
      [{ action: "turn 5", placements: [placement] }],
    );
    expect(only).toEqual({ cell: [2, 1], rotations: [5], action: null, placements: [placement] });
  });
});

describe("marker options", () => {
  const view = sampleView({
    phase: "mark",
    zones: [
      zone({ status: "complete", gaps: 0, total: -4 }),
      zone({ id: 1, kind: "land", gaps: 24 }),
      zone({ id: 2, kind: "land", gaps: 6 }),
    ],
  });
  const gains = (total: number) => [0, 1, 2].map((seat) => ({ support: {}, total: seat === 0 ? total : 0 }));
  const mark = (id: number, withdraws = false): Choice => ({
    action: `mark ${id}`,
    kind: "mark",
    zone: id,
    cell: [2, 1],
    withdraws,
  });

  it("warn of a loss and of large open land", () => {
    const asked: Preview[] = [
      { action: "mark 21", gains: gains(-4) },
      { action: "mark 1", gains: gains(0) },
    ];
    const options = markOptions(
      view,
      [{ action: "decline", kind: "decline" }, mark(21), mark(1, true), mark(2)],
      asked,
    );
    expect(options.map((option) => option.warning)).toEqual([null, "negative", "open-land", null]);
    expect(options.map((option) => option.own)).toEqual([null, -4, 0, null]);
    expect(options[2]?.withdraws).toBe(true);
  });

  it("base the warning on the marker's own gain and on land with more than six gaps", () => {
    const zones = [
      zone({ status: "complete", total: 5 }),
      zone({ id: 1, status: "complete", total: -5 }),
      zone({ id: 2, kind: "land", gaps: 7 }),
      zone({ id: 3, kind: "land", gaps: 6 }),
      zone({ id: 4, kind: "village", gaps: 9 }),
      zone({ id: 5, kind: "land", status: "dead", gaps: 9 }),
      zone({ id: 6, total: -5 }),
    ];
    const warned = (seen: typeof view, asked: Preview[]) =>
      markOptions(
        seen,
        [21, 1, 2, 3, 4, 5, 6].map((id) => mark(id)),
        asked,
      ).map(({ warning }) => warning);
    const rest = ["open-land", null, null, null, null];
    const at = { ...view, zones };
    expect(warned(at, [])).toEqual([null, "negative", ...rest]);
    const previews: Preview[] = [
      { action: "mark 21", gains: gains(-1) },
      { action: "mark 1", gains: gains(0) },
    ];
    expect(warned(at, previews)).toEqual(["negative", null, ...rest]);
    // A spectator has no gain, so the zone's own value decides.
    expect(warned({ ...at, seat: null }, previews)).toEqual([null, "negative", ...rest]);
  });

  it("highlight a shared zone once, strongly if one of them is hovered", () => {
    const wide = view.zones[1] as Zone;
    const both = [0, 1].map(
      (marker): Choice => ({ action: `withdraw ${marker}`, kind: "withdraw", marker, zone: 21 }),
    );
    const options = markOptions(view, [...both, { action: "decline", kind: "decline" }, mark(1)], []);
    const lit = (at: string | null, here: Zone | null = null) =>
      highlightsOfOptions(options, at, here).map((one) => [one.zone.id, one.strong]);
    expect(lit(null)).toEqual([[21, false]]);
    expect(lit("withdraw 1")).toEqual([[21, true]]);
    expect(lit("mark 1")).toEqual([[1, true]]);
    expect(lit(null, wide)).toEqual([
      [21, false],
      [1, true],
    ]);
  });

  it("name the zone that a moved marker leaves", () => {
    const choice: Choice = { action: "withdraw 0", kind: "withdraw", marker: 0, zone: 21 };
    expect(markOptions(view, [choice], [])[0]).toMatchObject({ kind: "withdraw", marker: 0, warning: null });
    expect(choiceLabel(choice, sampleView(), t)).toBe(
      "Move your marker from the pond of 2 tiles, 2 gaps left",
    );
  });
});

describe("texts", () => {
  const view = sampleView();

  it("label the choices", () => {
    expect(choiceLabel(choices[0] as Choice, view, t)).toBe(
      "Lay the tile 2 east, 1 south-east of the middle, 2 ways",
    );
    expect(choiceLabel({ action: "turn 5", kind: "turn", cell: [2, 1], rotation: 5 }, view, t)).toBe(
      "Turn it: east pond, north-east pond, otherwise land",
    );
    expect(
      choiceLabel({ action: "mark 0", kind: "mark", zone: 21, cell: [2, 1], withdraws: false }, view, t),
    ).toBe("Mark the pond of 2 tiles, 2 gaps left: Lady +4, Farmer +4 = +8");
    expect(prompt(view, choices, t)).toBe("Choose a highlighted space for your tile.");
    expect(prompt(view, [{ action: "decline", kind: "decline" }], t)).toBe("Place a marker?");
  });

  it("name edges of the rotated tile", () => {
    expect(edgesWords(view.faces.lake as never, 2, t)).not.toContain("otherwise");
    expect(edgesWords(view.faces.H57 as never, 2, t)).toBe("land all around");
  });

  it("describe cells: a tile with its zones, a lit cell, one that does not fit", () => {
    const say = (q: number, r: number) =>
      cellWords([q, r], view, spotsOf(view, choices, previews), blockedOf(previews), seats, t);
    expect(say(1, 1)).toContain("pond of 2 tiles, 2 gaps left");
    expect(say(1, 1)).toContain("marker of Ravi");
    expect(say(2, 1)).toBe("2 east, 1 south-east of the middle; the tile fits, 2 ways; earns up to +12");
    expect([
      placeName([0, 0], t),
      placeName([-1, 3], t),
      placeName([-2, 1], t),
      placeName([0, -2], t),
    ]).toEqual([
      "the middle",
      "1 south-west, 2 south-east of the middle",
      "1 west, 1 south-west of the middle",
      "2 north-west of the middle",
    ]);
    expect(say(3, 0)).toBe("3 east of the middle; A tile must touch at least two others.");
  });

  it("name the players who are paid", () => {
    expect(paysWords(zone({}), view, seats, t)).toBe("As things stand, +4 for Asha and Ravi each.");
    expect(
      paysWords(zone({ status: "complete", scored: true, paid: [0], each_total: 8 }), view, seats, t),
    ).toBe("Asha scored +8.");
    expect(paysWords(zone({ status: "complete", scored: true }), view, seats, t)).toContain(
      "no one was paid",
    );
    expect(paysWords(zone({ status: "dead" }), view, seats, t)).toBe("");
  });

  it("state the zones that can be claimed later and marked now", () => {
    const only = sampleView({ mode: "advanced", marking: "completed" });
    const free = { leaders: [], markers: [0, 0, 0] };
    expect(paysWords(zone(free), only, seats, t)).toBe("The player who completes it may claim it.");
    expect(paysWords(zone({ ...free, kind: "temple" }), only, seats, t)).toBe("No marker there yet.");
    expect(markingRule(only, 0, t)).toContain(
      "only when your tile completes them, its temple or market right away",
    );
    expect(markingRule({ mode: "advanced", marking: "free" }, 0, t)).toContain(
      "any zone of the tile, and a temple",
    );
    expect(markingRule({ mode: "basic", marking: "completed" }, 0, t)).toContain("Round 1");
    expect(markingRule({ mode: "basic", marking: "three" }, 2, t)).toContain("2 markers more this round");
  });

  it("name the Jewel's holder and the reason", () => {
    expect(jewelWords(view, seats, t)).toBe("The Sun Jewel is with Asha, by the condition Total.");
    expect(jewelWords({ ...view, jewel: { found_by: 1, holders: [1], history: [] } }, seats, t)).toBe(
      "The Sun Jewel is with Ravi, who found it.",
    );
    expect(jewelWords({ ...view, jewel: { found_by: null, holders: [], history: [] } }, seats, t)).toBe(
      "The Sun Jewel has not been found yet.",
    );
    expect(status(view, seats, t)).toBe("Round 2 of 3, 14 draws left");
    expect(inBrackets(-3)).toBe("(−3)");
  });

  it("contain everything needed to play", () => {
    const sections = textView(view, seats, t);
    const all = JSON.stringify(sections);
    for (const words of [
      "Still to come: Miner, Merchant, Elder, Priest, and Farmer.",
      "Lady +4, Farmer +4 = +8",
      "Shown before and shuffled back into this stack: a tile with road.",
      "a tile with road, farm, pond 2.4% (fits nowhere)",
      "(−2)",
      "Asha, holds the Jewel",
    ])
      expect(all).toContain(words);
    for (const { table } of sections)
      for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.head.length ?? 0);
  });
});

describe("the score sheet", () => {
  const shared = {
    kind: "land" as const,
    cells: [
      [0, 0],
      [1, 0],
    ] as [number, number][],
    support: { merchant: 4, elder: 6, lady: 5, farmer: -3 },
    total: 12,
    leaders: [0, 1],
    each: { merchant: 2, elder: 3, lady: 2, farmer: -1 },
    each_total: 6,
  };
  const own = {
    ...shared,
    kind: "pond" as const,
    support: { lady: 4 },
    total: 4,
    leaders: [0],
    each: { lady: 4 },
    each_total: 4,
  };
  const support = { miner: 0, merchant: 2, lady: 6, elder: 3, priest: 0, farmer: 1 };
  const rows = scoreRows(
    sheet(0, {
      total: 12,
      support,
      zones: [shared, own],
      kinds: { land: { zones: 1, points: 6 }, pond: { zones: 1, points: 4 } },
      other: { farmer: 2 },
    }),
    t,
  );
  const row = (id: string) => rows.find((one) => one.id === id);

  it("adds up by influencer", () => {
    expect(rows.slice(0, 6).reduce((sum, one) => sum + one.points, 0)).toBe(12);
  });

  it("explains equal splits: points lost and debts forgiven", () => {
    expect(row("lady")?.detail).toBe("land of 2 tiles +5 ÷ 2 = +2, 1 to the bank; pond of 2 tiles +4");
    expect(row("farmer")?.detail).toBe("land of 2 tiles −3 ÷ 2 = −1, 1 forgiven; at the start +2");
    expect(row("miner")?.detail).toBe("nothing yet");
    const [debtor] = scoreRows(sheet(0, { support: { ...support, miner: -2 }, other: { miner: -2 } }), t);
    expect(debtor?.detail).toBe("at the start −2; owes the bank 2");
    expect(row("kind-land")?.detail).toContain("split among 2");
    const total = { ...shared, support: { miner: 1, elder: 1 }, total: 2, each: { miner: 1 }, each_total: 1 };
    const [sharer] = scoreRows(sheet(0, { support: { ...support, miner: 1 }, zones: [total] }), t);
    expect(sharer?.detail).toBe("land of 2 tiles +1 ÷ 2 = +1, from the shared total");
    expect(row("kind-pond")?.detail).toBe("2 tiles: Lady +4 = +4");
  });
});

describe("the log", () => {
  const zones = [
    {
      kind: "pond",
      cells: [
        [1, 1],
        [2, 0],
        [2, 1],
      ],
      support: { lady: 4, elder: 2 },
      total: 6,
      leaders: [0],
      each: { lady: 4, elder: 2 },
      each_total: 6,
      markers: [2, 1, 0],
    },
  ];

  it("reports completed zones and payments", () => {
    const words = logWords({ zones, next_round: null, cell: [2, -1] }, seats, t);
    expect(words.scored).toBe("The pond of 3 tiles is complete: Lady +4, Elder +2 = +6 to Asha (2 : 1).");
    expect(words.where).toBe("1 east, 1 north-east of the middle");
    // Spoken sentences already name the place.
    expect(logWords({ zones, cell: "the middle" }, seats, t).where).toBe("the middle");
    // Without the tile's face, a turn in words has its place but not its edges.
    expect(logWords({ cell: "the middle", codes: "exact", tile: "H40", rotation: 1 }, seats, t).codes).toBe(
      "spoken",
    );
    expect(t("hampi.log.place", { name: "Asha", tile: "H40", ...words })).toBe(
      `Asha lays H40, 1 east, 1 north-east of the middle. ${words.scored}`,
    );
    const laid = { zones: [], next_round: null, cell: [2, -1], brief: true };
    const brief = logWords({ ...laid, tile: "H40" }, seats, t);
    expect(t("hampi.log.place", { name: "Asha", tile: "H40", ...brief })).toBe("Asha lays H40.");
    expect(logWords(laid, seats, t).where).toBe("1 east, 1 north-east of the middle");
    expect(t("hampi.log.mark.part", { ...words, kind: "pond" })).toBe(`marks the pond. ${words.scored}`);
  });

  it("reports a condition with its values and the Jewel's new holder", () => {
    const params = {
      seat: 2,
      measure: "lady",
      values: [5, 9, -2],
      met: true,
      before: [0],
      holders: [1],
      left: ["miner", "total"],
      winners: [],
      next_round: 3,
    };
    expect(t("hampi.log.condition", { ...logWords(params, seats, t), seat_name: "Meena" })).toBe(
      "Meena draws the condition Lady: Asha 5, Ravi 9, Meena (−2). The Jewel passes to Ravi. Still to come: Miner and Total. Round 3 begins.",
    );
    const last = { ...params, met: false, holders: [0], left: [], winners: [0], next_round: null };
    expect(t("hampi.log.condition", { ...logWords(last, seats, t), seat_name: "Meena" })).toBe(
      "Meena draws the condition Lady: Asha 5, Ravi 9, Meena (−2). No player has such support, so the Jewel stays with Asha. Asha wins.",
    );
  });

  it("provides the board's announcements", () => {
    const event = (key: string, params: Record<string, unknown>) =>
      ({
        seq: 7,
        ply: 3,
        seat: null,
        kind: "chance",
        action: "",
        log: { key, params },
        turn: 1,
        barrier: true,
        at: "",
      }) as GameEvent;
    const found = event("hampi.log.jewel", { seat: 2 });
    expect(jewelNews([found])).toMatchObject({ holders: [2], changed: true, measure: null });
    const condition = event("hampi.log.condition", {
      measure: "lady",
      values: [1, 0, 0],
      met: true,
      before: [0],
      holders: [0],
      winners: [],
    });
    expect(jewelNews([found, condition])).toMatchObject({ holders: [0], changed: false, measure: "lady" });
    expect(jewelNews([])).toBeNull();
    expect(lastLaid([event("hampi.log.place", { cell: [2, 1] })])).toEqual([2, 1]);
  });
});

test("the catalogue has every key that the board uses", () => {
  const sources = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const used = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/"(hampi\.[a-z0-9_.-]+)"/gi)].map((match) => match[1] as string),
  );
  expect(used.length).toBeGreaterThan(60);
  expect([...new Set(used)].filter((key) => !(key in catalogue))).toEqual([]);
});

test("support without entries reads as nothing, and zeros are left out", () => {
  expect(supportWords({}, t)).toBe("nothing");
  expect(supportWords({ lady: 2, farmer: -2 }, t)).toBe("Lady +2, Farmer −2");
});
