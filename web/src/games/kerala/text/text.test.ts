import messages from "@mandapa/games/kerala/content/messages/en.json";
import IntlMessageFormat from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { translator } from "../../../lib/testing";
import type { Choice } from "../wire";
import { cellName, explain, placeName, tileName } from "./names";
import { GAME_TILES, START_TILES } from "./pieces";
import { emptySheet, emptyView, platformView, symbolsOf } from "./samples";
import { choiceLabel, scoreRows, sheetsOf, status, textView } from "./text";

const catalogue: Record<string, string> = messages;

const t = translator(messages);

describe("spoken names", () => {
  it("are relative to the start tile", () => {
    expect(placeName([2, 1], t)).toBe("2 east, 1 south");
    expect(placeName([0, -3], t)).toBe("3 north");
    expect(placeName([0, 0], t)).toBe("starting place");
  });

  it("include tile, height and figure", () => {
    const platform = platformView("(0,0)BS (2,1)K1/G3", ["2,1", "0,0"]);
    expect(platform.cells.map((cell) => cellName(cell, platform, t))).toEqual([
      "starting place, blue start tile, elephant 2",
      "2 east, 1 south, green 3, height 2, elephant 1",
    ]);
  });

  it("include a resting figure, a fringe's side and a pending removal", () => {
    const platform = platformView("(0,0)BS (0,1)B>R", ["0,0", "0,0"]);
    const [start, edge] = platform.cells;
    if (!start || !edge || !platform.figures[0]) throw new Error("sample");
    platform.figures[0].lying = true;
    platform.sheet.removed.areas = [{ colour: "blue", cells: [[0, 1]], tiles: 1 }];
    edge.side = "S";
    expect(cellName(start, platform, t)).toBe(
      "starting place, blue start tile, elephant 1, lying, elephant 2",
    );
    expect(cellName(edge, platform, t)).toBe(
      "1 south, blue with red fringe, fringe to the south, would be removed",
    );
  });

  it("come with explanations for all 50 tiles", () => {
    for (const code of [...GAME_TILES, ...START_TILES]) {
      expect(tileName(code, t)).toMatch(/blue|black|red|green|purple/);
      expect(explain(code, t).length).toBeGreaterThan(20);
    }
  });
});

it("every choice has a label", () => {
  const choices: Choice[] = [
    { action: "take B>K", kind: "take", tile: "B>K" },
    { action: "pass", kind: "pass", left: 2 },
    { action: "step 0 N", kind: "step", figure: 0, direction: "N", cell: [0, -1], covers: null },
    { action: "step 1 E", kind: "step", figure: 1, direction: "E", cell: [1, 0], covers: "G1" },
    { action: "turn E", kind: "turn", side: "E", matches: true },
    { action: "turn W", kind: "turn2", side: "W", matches: false },
    { action: "jump 1 (0,1)", kind: "jump", figure: 1, cell: [0, 1] },
    { action: "stay", kind: "stay" },
    { action: "lift (4,2)", kind: "lift", cell: [4, 2] },
    { action: "keep", kind: "keep" },
    { action: "drop (3,1)", kind: "drop", cell: [3, 1] },
  ];
  expect(choices.map((choice) => choiceLabel(choice, emptyView(), t))).toEqual([
    "Take blue with black fringe",
    "Pass: −1 point, 2 left",
    "Elephant 1 north, to 1 north",
    "Elephant 2 east, to 1 east, over green 1",
    "Fringe to the east",
    "Fringe to the west",
    "Elephant 2 jumps to 1 south",
    "Stay",
    "Move the stack at 4 east, 2 south",
    "Move nothing",
    "Put the stack down at 3 east, 1 south",
  ]);
});

describe("score rows", () => {
  it("explain every point", () => {
    const sheet = emptySheet();
    sheet.removed = {
      tiles: 3,
      points: -6,
      areas: [
        {
          colour: "red",
          cells: [
            [0, 2],
            [3, 2],
          ],
          tiles: 3,
        },
      ],
    };
    sheet.missing = { colours: ["green"], points: -5 };
    sheet.edges = {
      points: 5,
      each: 5,
      matched: [{ cell: [1, 0], side: "E", colour: "black" }],
      unmatched: [{ cell: [2, 0], side: "N", colour: "red" }],
    };
    sheet.symbols = symbolsOf({ blue: { points: 2, cells: [[0, 0]] } });
    const rows = scoreRows(sheet, t);
    expect(rows.map((row) => row.points)).toEqual([-6, -5, 2, 5, 2, 0, 0, 0, 0]);
    expect(rows.slice(0, 5).map((row) => row.detail)).toEqual([
      "3 tiles × −2: red 3",
      "1 × −5: green",
      "2 × 1",
      "1 × 5, 1 touches nothing of its colour",
      "on 1 tile",
    ]);
    expect(rows[0]?.cells).toEqual([
      [0, 2],
      [3, 2],
    ]);
  });
});

it("the text view contains the table and every platform, cell by cell", () => {
  const view = {
    ...emptyView(),
    offer: ["K3", "PJ"],
    platforms: [platformView("(0,0)BS (0,-1)K1/G3", ["0,-1", "0,0"])],
  };
  const sections = textView(view, [], t);
  expect(sections[0]?.lines).toContain("Offer: black 3, purple jump");
  expect(sections[1]?.heading).toBe("Platform of Seat 1 (blue), 3 points");
  expect(sections[1]?.table?.rows).toEqual([
    ["1 north", "green 3", "over black 1, elephant 1"],
    ["starting place", "blue start tile", "elephant 2"],
  ]);
});

it("there are no scores before the start tiles are placed", () => {
  const bare = platformView("(0,0)BS", ["0,0", "0,0"]);
  expect(sheetsOf({ platforms: [{ ...bare, cells: [] }] })).toEqual([]);
  expect(sheetsOf({ platforms: [bare] })).toEqual([bare.sheet]);
});

it("the status line shows the round", () => {
  expect(status({ ...emptyView(), round: 7, rounds: 24 }, [], t)).toBe("Round 7 of 24");
  expect(status({ ...emptyView(), phase: "over" }, [], t)).toBe("The festival is over");
});

describe("the catalogue", () => {
  it("has a log line for every kind of action", () => {
    const params = {
      name: "Asha",
      seat_name: "Asha",
      tile: "G2",
      count: 1,
      figure: 1,
      which: "E",
      cell: [1, -1],
    };
    const more = { direction: "N", side: "W", covers: "G1", colour: "blue", seat: 0, round: 3 };
    const log = (kind: string, other = {}) => t(`kerala.log.${kind}`, { ...params, ...more, ...other });
    expect(log("take")).toBe("Asha takes G2.");
    expect(log("step")).toBe("Asha places G2 north of the eastern elephant, over G1.");
    expect(log("step", { codes: true })).toBe(
      "Asha places G2 north of elephant\u00a02 at\u00a0(1,-1), over G1.",
    );
    expect(log("step", { codes: true, figure: 0, covers: null })).toBe(
      "Asha places G2 north of elephant\u00a01 at\u00a0(1,-1).",
    );
    expect(log("step", { codes: "exact", which: "both", cell: "2 east" })).toBe(
      "Asha places G2 north of both elephants (2 east), over G1.",
    );
    expect(log("pass")).toBe("Asha passes (1 of 2), and an elephant lies down.");
    expect(log("jump")).toBe("Asha jumps with the eastern elephant.");
    expect(log("jump", { codes: true, figure: 0 })).toBe("Asha jumps with elephant\u00a01 to (1,-1).");
    for (const kind of [
      "turn",
      "turn2",
      "stay",
      "lift",
      "keep",
      "drop",
      "draw",
      "remove",
      "colour",
      "leader",
    ]) {
      expect(log(kind)).toMatch(/\.$/);
    }
  });

  it("has a sentence for every refusal", () => {
    const general = ["over", "chance", "not_possible", "phase", "not_offered", "no_passes"];
    const steps = ["figure_there", "same_cell", "jump_figure", "no_tile"];
    const lifts = ["lift_nothing", "lift_figure", "lift_surrounded", "lift_splits", "lift_nowhere"];
    const drops = ["drop_same", "drop_occupied", "drop_apart", "drop_figure", "drop_encloses"];
    for (const name of [...general, ...steps, ...lifts, ...drops])
      expect(t(`kerala.refusal.${name}`)).toMatch(/\.$/);
  });

  it("has only messages that parse", () => {
    for (const [key, message] of Object.entries(catalogue)) {
      expect(() => new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }), key).not.toThrow();
    }
  });
});

describe("options", () => {
  it("have a label and a description, and words for identifiers from the server", () => {
    for (const option of ["colours", "first_leader", "shift_target", "shift_turn", "rounds"]) {
      expect(t(`kerala.option.${option}`)).toMatch(/^[A-Z]/);
      expect(t(`kerala.option.${option}.help`)).toMatch(/\.$/);
    }
    expect(t("kerala.option.shift_target.beside_figure")).toBe("only next to an elephant");
  });
});
