import messages from "@mandapa/games/indus/content/messages/en.json";
import IntlMessageFormat from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { seated, translator } from "../../../lib/testing";
import { dieGains, frozenOf, landingsOf, onField, openingsOf, ranksOf, stepsOf } from "../board/boardChoices";
import { ghostsOf, lastLanding, motionsOf } from "../board/stage";
import type { Choice, Effect, Preview } from "../wire";
import { scoringSteps } from "./finalScoring";
import { effectWords, fieldWords, ruinsOf, shareLines } from "./names";
import { logWords, ruinName } from "./placeNames";
import { blueSheet, contestedRuins, fieldsOf, finalView, firstRuins, sampleView } from "./samples";
import { layersOf } from "./stacks";
import { choiceLabel, leftOf, prompt, scoreRows, status, textView } from "./text";

const catalogue: Record<string, string> = messages;

const t = translator(messages);

const seats = seated("Asha", "Ravi", "Meena", "Kiran");

const free: Effect = { kind: "free", on: null, captured: [], points: 0, to: null };
const secures: Effect = { kind: "secures", on: "green", captured: ["Yw", "Ga"], points: 3, to: "blue" };
const lost: Effect = { kind: "lost", on: "blue", captured: ["Ya"], points: 2, to: "blue" };

const SPARE: Choice = {
  action: "spare",
  kind: "spare",
  piece: "Ga",
  points: 0,
  to: "blue",
  field: "42",
};

describe("choices", () => {
  const view = sampleView({ phase: "go", die: 4, roll: 2 });
  const choices: Choice[] = [
    { action: "move N2", kind: "move", space: "N2", piece: "Ba", field: "42", effect: secures },
    { action: "reroll", kind: "reroll", ranks: ["professor"], roll: 3 },
  ];

  it("have labels that make sense without the board", () => {
    expect(choices.map((choice) => choiceLabel(choice, view, t))).toEqual([
      "blue assistant from the second start space of the upper edge to row 4, column 2: secures the field, captures yellow worker and green assistant (+3)",
      "Roll again (professors); the 4 is lost",
    ]);
    expect(choiceLabel({ action: "team red", kind: "team", team: "red" }, view, t)).toBe("Play red");
    expect(
      choiceLabel(
        { action: "add worker S6", kind: "add", rank: "worker", space: "S6", fields: ["66", "56"] },
        view,
        t,
      ),
    ).toBe("Add a worker at the last start space of the lower edge: column 6");
    expect(
      choiceLabel({ action: "take", kind: "take", piece: "Ga", points: 0, to: "blue" }, view, t),
    ).toContain("Take the green assistant back");
    expect(choiceLabel({ action: "score", kind: "score", piece: "Ga", points: 2, to: "blue" }, view, t)).toBe(
      "2 points for the green assistant",
    );
    expect(choiceLabel(SPARE, view, t)).toBe("Leave the green assistant on its field: row 4, column 2");
  });

  it("are introduced by one sentence", () => {
    expect(prompt(view, choices, t)).toBe("Who goes in 4 fields? Or roll again.");
    expect(prompt(view, choices.slice(0, 1), t)).toBe("Who goes in 4 fields?");
    expect(prompt(view, [], t)).toBe("");
    expect(prompt({ ...view, phase: "own" }, choices.slice(0, 1), t)).not.toContain("leave it");
    expect(prompt({ ...view, phase: "own" }, [SPARE], t)).toContain("leave it");
    const [one] = choices.slice(0, 1);
    const only = prompt({ ...view, phase: "team" }, one ? [one] : [], t);
    expect(only).toBe("Only this team of yours has researchers left.");
    expect(prompt({ ...view, phase: "team" }, choices, t)).toBe("Which of your teams plays this turn?");
  });

  it("omit pieces that this roll cannot move any more", () => {
    expect([...frozenOf(view, choices)]).toEqual([["W3", "worker"]]);
    expect(frozenOf({ ...view, phase: "add" }, choices).size).toBe(0);
  });

  it("describe the effect of a landing", () => {
    expect(effectWords(free, t)).toBe("free field");
    expect(effectWords({ ...free, kind: "covers", on: "red" }, t)).toBe("covers red");
    expect(effectWords({ ...secures, captured: [], points: 0, to: null }, t)).toBe("secures the field");
    expect(effectWords(lost, t)).toBe("lost to blue (+2 for blue)");
  });
});

describe("marks", () => {
  const view = sampleView();
  const choices: Choice[] = ["worker", "professor"].map((rank) => ({
    action: `add ${rank} N6`,
    kind: "add",
    rank: rank as "worker",
    space: "N6",
    fields: ["16", "26", "36", "46", "56", "66"],
  }));
  const faces = ["16", "26", "36", "46", "56", "66"].map((field, i) => ({
    die: i + 1,
    field,
    effect: free,
    gain: i,
  }));
  const previews: Preview[] = choices.map((choice) => ({ action: choice.action, best: 2.5, faces }));

  it("show the start spaces of the chosen rank", () => {
    expect(ranksOf(choices)).toEqual(["worker", "professor"]);
    expect(openingsOf(choices, previews, "professor")).toEqual([
      { action: "add professor N6", space: "N6", best: 2.5 },
    ]);
    expect(openingsOf(choices, [], "worker")[0]?.best).toBeNull();
  });

  it("number the fields of a line and show the gain of landing there", () => {
    const steps = stepsOf("N6", view, choices, previews, "worker");
    expect(steps.map((step) => [step.die, step.field, step.gain])).toEqual([
      [1, "16", 0],
      [2, "26", 1],
      [3, "36", 2],
      [4, "46", 3],
      [5, "56", 4],
      [6, "66", 5],
    ]);
    expect(stepsOf("E1", view, choices, previews, "worker").map((step) => step.gain)).toEqual(
      Array(6).fill(null),
    );
  });

  it("find the faces that pieces on start spaces can use from known landings", () => {
    // Blue is on N2 and W3; a 6 takes W3 to 36, which the worker's label names.
    expect(dieGains(view, choices, previews).map((use) => use.gain)).toEqual([
      null,
      null,
      null,
      null,
      null,
      2,
    ]);
  });

  it("distinguish two landings on one field by their origin", () => {
    const moves: Choice[] = [
      { action: "move N2", kind: "move", space: "N2", piece: "Ba", field: "32", effect: free },
      { action: "move W3", kind: "move", space: "W3", piece: "Bw", field: "32", effect: free },
    ];
    const landings = landingsOf(moves, [{ action: "move W3", gain: 4 }]);
    expect(onField(landings, "32").map((one) => [one.space, one.gain])).toEqual([
      ["W3", 4],
      ["N2", null],
    ]);
  });
});

describe("the description of a place", () => {
  it("lists a stack from the top", () => {
    const view = sampleView({ fields: fieldsOf("42:Ba,Yw 11!:Bw,Bw") });
    const [corner, field] = [view.fields[0], view.fields.find((one) => one.field === "42")];
    if (!corner || !field) throw new Error("sample");
    expect(fieldWords(field, view, t)).toBe(
      "row 4, column 2; alley on the left; yellow worker on blue assistant",
    );
    expect(fieldWords(corner, view, t)).toContain(
      "building at the upper left, canal; blue worker on blue worker; secured by blue",
    );
  });

  it("gives every ruin a unique name that includes its position", () => {
    const names = firstRuins.map((ruin) => ruinName(ruin, firstRuins, t));
    expect(names.slice(0, 7)).toEqual([
      "building at the upper left",
      "building at the lower right",
      "graveyard at the upper right",
      "first graveyard at the lower left",
      "graveyard in the middle",
      "second graveyard at the lower left",
      "canal",
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("draws every disc of a stack visibly", () => {
    const layers = layersOf(["Bw", "Ya", "Gp", "Rp"]);
    expect(layers.map((layer) => layer.lift)).toEqual(
      layers.map((layer) => layer.lift).toSorted((a, b) => a - b),
    );
    expect(layers.every((layer) => layer.height > 9)).toBe(true);
    const high = layersOf(Array(12).fill("Bw"));
    expect(high.reduce((sum, layer) => sum + layer.height, 0)).toBeCloseTo(60);
  });
});

describe("the count", () => {
  it("spells out the division of the prizes", () => {
    const [building, canal] = [contestedRuins()[0], contestedRuins().find((ruin) => ruin.name === "C1")];
    if (!building || !canal) throw new Error("sample");
    expect(shareLines(building, t)).toEqual(["8 to blue.", "4 ÷ 2 = 2 each for yellow and green."]);
    expect(shareLines(canal, t)).toEqual(["11 ÷ 2 = 5 each for blue and green, 1 lost."]);
  });

  it("runs from the captures over every ruin to the result", () => {
    const steps = scoringSteps(finalView());
    expect(steps).toHaveLength(firstRuins.length + 2);
    expect(steps[0]?.totals).toEqual({ blue: 2, yellow: 0, green: 0, red: 0 });
    expect(steps[1]?.ruin?.name).toBe("B1");
    expect([steps[1]?.number, steps[1]?.of]).toEqual([1, 2]);
    expect(steps[1]?.totals).toEqual({ blue: 10, yellow: 2, green: 2, red: 0 });
    expect(steps.at(-1)?.last).toBe(true);
    expect(steps.at(-1)?.totals).toEqual({ blue: 15, yellow: 2, green: 7, red: 0 });
  });

  it("has a row for every kind of ruin on the board", () => {
    const rows = scoreRows(blueSheet(), t);
    expect(rows.map((row) => [row.id, row.points])).toEqual([
      ["captured", 2],
      ["building", 8],
      ["graveyard", 0],
      ["canal", 5],
      ["path", 0],
      ["alley", 0],
      ["wall", 0],
    ]);
    expect(rows[3]?.detail).toBe("5 (tie: 11 ÷ 2 = 5)");
    expect(rows[1]?.cells).toHaveLength(4);
    expect(scoreRows({ ...blueSheet(), kinds: { wall: 0 } }, t).map((row) => row.id)).toEqual([
      "captured",
      "wall",
    ]);
  });
});

describe("the text view", () => {
  it("contains teams, start spaces, fields and ruins", () => {
    const view = sampleView({ phase: "go", die: 4, roll: 1, rolls_left: 2, fields: fieldsOf("42:Ba,Yw") });
    const sections = textView(view, seats, t);
    expect(sections.map((section) => section.table?.rows.length ?? 0)).toEqual([0, 4, 24, 36, 19]);
    expect(sections[0]?.lines).toEqual([
      "Asha sends in a blue researcher.",
      "The die shows 4. Roll 1 of this turn; 2 more rolls possible.",
    ]);
    expect(sections[1]?.table?.rows[0]).toEqual([
      "blue",
      "Asha",
      "5 workers, 3 assistants, 2 professors",
      "assistant, second start space of the upper edge; worker, third start space of the left edge",
      "0",
      "0",
      "0",
    ]);
    expect(sections[3]?.table?.rows[19]).toEqual([
      "row 4, column 2",
      "alley on the left",
      "yellow worker on blue assistant",
      "",
    ]);
    expect(sections[4]?.table?.rows[0]?.slice(0, 3)).toEqual([
      "building at the upper left",
      "row 1, column 1; row 1, column 2; row 2, column 1; row 2, column 2",
      "8 and 4 points",
    ]);
  });

  it("describes every phase, and the prizes at the end", () => {
    for (const phase of ["place_team", "place", "team", "add", "die", "go", "own"] as const) {
      expect(textView(sampleView({ phase, to_place: 3 }), seats, t)[0]?.lines?.[0]).toMatch(/Asha .*\.$/);
    }
    const over = textView(finalView(), seats, t);
    expect(over[4]?.table?.rows[0]?.[4]).toBe("8 to blue. 4 ÷ 2 = 2 each for yellow and green.");
  });

  it("has a one-line status", () => {
    expect(leftOf(sampleView())).toBe(48);
    expect(status(sampleView(), seats, t)).toBe("48 researchers left");
    const placing = sampleView({ phase: "place", to_place: 8 });
    expect(status(placing, seats, t, { ...placing, to_place: 7 })).toBe("Set-up, 7 left to place");
    expect(status(sampleView({ phase: "place", to_place: 5 }), seats, t)).toBe("Set-up, 5 left to place");
    expect(status(sampleView({ phase: "setup", turn: null }), seats, t)).toBe("The dig is being laid out");
    expect(status(finalView(), seats, t)).toBe("The dig is closed");
  });
});

describe("animations", () => {
  const move = (effect: Effect) => ({
    seq: 7,
    ply: 6,
    seat: 1,
    kind: "act",
    action: "move N2",
    log: {
      key: "indus.log.move",
      params: { team: "yellow", rank: "assistant", space: "N2", field: "42", effect },
    },
    turn: 2,
    barrier: false,
    at: "",
  });

  it("move the added piece in and captured pieces out", () => {
    const [motion] = motionsOf([move(secures)]);
    expect(motion).toEqual({
      kind: "go",
      space: "N2",
      field: "42",
      piece: "Ya",
      lost: false,
      captured: ["Yw", "Ga"],
    });
    expect(ghostsOf(motionsOf([move(secures)]), 7).map((ghost) => [ghost.piece, ghost.from])).toEqual([
      ["Yw", null],
      ["Ga", null],
    ]);
  });

  it("show only a ghost if the piece is lost on landing", () => {
    expect(ghostsOf(motionsOf([move(lost)]), 7).map((ghost) => [ghost.piece, ghost.from])).toEqual([
      ["Ya", "N2"],
    ]);
    expect(lastLanding([move(lost)])).toEqual({ field: "42", lost: "Ya" });
    expect(lastLanding([])).toBeNull();
  });

  it("are skipped when the replay jumps", () => {
    expect(motionsOf(Array(5).fill(move(free)))).toEqual([]);
  });
});

describe("the name of a ruin", () => {
  it("distinguishes it from others of its kind by position", () => {
    const ruins = firstRuins.filter(({ kind }) => kind === "building");
    const [first] = ruins;
    const words = logWords({ ruin: first?.name, ruins }, t);
    expect(words).toEqual({ ruin: first && ruinName(first, ruins, t), ruin_kind: "building" });
  });
});

describe("the catalogue", () => {
  it("has a log line for every kind of action", () => {
    const base = {
      name: "Asha",
      seat_name: "Asha",
      team: "blue",
      rank: "assistant",
      ...logWords({ space: "N2", field: "42" }, t),
    };
    const effect = {
      effect_kind: "secures",
      effect_on: "green",
      effect_captured: "yellow worker",
      effect_points: 1,
      effect_to: "blue",
    };
    const more = {
      die: 4,
      number: 1,
      ranks: "worker",
      points: 2,
      total: 3,
      seat: 0,
      place: "NW",
      piece: "K1",
    };
    const log = (kind: string, other = {}) =>
      t(`indus.log.${kind}`, { ...base, ...effect, ...more, ...other });
    expect(log("add")).toBe("Asha adds a blue assistant at the second start space of the upper edge.");
    expect(log("add.part")).toBe("adds an assistant");
    expect(log("add.part", { codes: true })).toBe(
      "adds an assistant at the second start space of the upper edge",
    );
    expect(log("roll.part")).toBe("rolls 4");
    expect(log("roll.part", { number: 2, die: 5, ranks: ["assistant"] })).toBe("gets 5, for assistants only");
    expect(log("roll", { number: 2, die: 2, ranks: ["assistant", "professor"] })).toBe(
      "The blue team rolls again and gets 2, for assistants and professors only.",
    );
    expect(log("move")).toBe(
      "Asha sends the blue assistant from the second start space of the upper edge to row 4, column 2 and secures the field, capturing yellow worker: +1 (3 from captures so far).",
    );
    expect(log("move.part", { effect_kind: "free" })).toBe("the assistant goes in");
    expect(log("move.part", { effect_kind: "free", codes: "spoken" })).toBe(
      "the assistant goes from the second start space of the upper edge to row 4, column 2",
    );
    expect(log("move.part", { effect_kind: "lost", effect_points: 2 })).toBe(
      "the assistant goes in, where it is lost to green: +2 for blue (3 from captures so far)",
    );
    for (const kind of [
      "team",
      "place",
      "roll",
      "reroll",
      "take",
      "score",
      "spare",
      "start",
      "centre",
      "corner",
    ]) {
      expect(log(kind)).toMatch(/\.$/);
    }
  });

  it("has a message for every rejected action", () => {
    const names = ["over", "chance", "not_possible", "phase", "none_of_rank", "space_taken", "nobody_there"];
    const more = [
      "rank_too_low",
      "no_more_rolls",
      "not_your_team",
      "team_empty",
      "team_placed",
      "not_spared",
    ];
    for (const name of [...names, ...more]) expect(t(`indus.refusal.${name}`)).toMatch(/\.$/);
  });

  it("has only messages that parse", () => {
    for (const [key, message] of Object.entries(catalogue)) {
      expect(() => new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }), key).not.toThrow();
    }
  });
});

const sources = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

it("every message key used by the game is in its catalogue", () => {
  const used = new Set<string>();
  for (const source of Object.values(sources)) {
    for (const match of source.matchAll(/\bt\(\s*"([^"]+)"/g)) used.add(match[1] as string);
  }
  expect([...used].filter((key) => !(key in catalogue))).toEqual([]);
});

it("lists the ruins of a board piece by kind, with their fields", () => {
  const parts = [
    { kind: "canal", fields: [1, 2, 3] },
    { kind: "alley", fields: [1] },
    { kind: "graveyard", fields: [2] },
    { kind: "alley", fields: [4] },
  ] as const;
  expect(ruinsOf(parts, t)).toBe("graveyard 1 · canal 3 · alley 1, 1");
});
