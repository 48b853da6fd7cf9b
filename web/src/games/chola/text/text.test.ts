import messages from "@mandapa/games/chola/content/messages/en.json";
import IntlMessageFormat from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { seated, translator } from "../../../lib/testing";
import type { GameEvent } from "../../../table/contract";
import { compositionOf, MOTIFS } from "../art/motifs";
import type { Offer } from "../selection/builds";
import type { Choice, Opponent, Sheet, View } from "../wire";
import { cardsWords, codeName, gainsWords, squareWords } from "./names";
import { CARDS, LETTERS, SOURCES } from "./pieces";
import { expertView, sampleView } from "./samples";
import { buildWords, choiceLabel, possibleWords, prompt, scoreRows, status, textView } from "./text";
import { lastSquares, procedureOf, recentTurns } from "./turnHistory";

const catalogue: Record<string, string> = messages;

const t = translator(messages);

const seats = seated("Asha", "Ravi");

const all: Choice[] = [
  { action: "pick", kind: "pick" },
  { action: "replace W 3", kind: "replace", letter: "W", count: 3 },
  { action: "draw stack", kind: "draw", card: null },
  { action: "draw one", kind: "draw", card: "one" },
  { action: "build hv4", kind: "build", card: "hv4" },
  { action: "sculpt S2", kind: "sculpt", slot: "S2" },
  { action: "colours B L", kind: "colours", letters: ["B", "L"] },
  { action: "place c1-d1", kind: "place", squares: ["c1", "d1"] },
  { action: "arrange 0", kind: "arrange", stones: { c1: "B", d1: "L" } },
  { action: "substitute W B", kind: "plan", plan: "substitute", letters: ["W", "B"], cost: { W: 3, B: 1 } },
  { action: "hand L 1", kind: "split", letter: "L", count: 1 },
  { action: "yes", kind: "bonus", answer: "yes", card: "U1" },
  { action: "end", kind: "end", answer: "end", card: "U4" },
];

describe("choices", () => {
  it("have labels that make sense without the board", () => {
    const view = expertView({
      carving: { slot: "S2", plan: "normal", cost: { L: 4 }, from_hand: {}, next: "L" },
    });
    expect(all.map((choice) => choiceLabel(choice, view, t))).toEqual([
      "Pick 2 stones from the bag",
      "Replace 3 white stones",
      "Draw the top card of the stack",
      "Take the open card: single stone",
      "Build: straight block",
      "Carve the dancer at levels 1 to 2, columns 3 to 4: value 8, costs 4 light brown, 1 gold",
      "With brown, light brown",
      "At level 1, column 3; level 1, column 4",
      "brown at level 1, column 3; light brown at level 1, column 4",
      "With brown for white: 1 brown, 3 white",
      "1 light brown from the hand, 3 from the wagon",
      "Draw 2 stones",
      "End the turn as usual",
    ]);
  });

  it("are introduced by one sentence", () => {
    const one = (i: number) => [all[i] as Choice];
    expect(prompt(sampleView(), [], t)).toBe("");
    expect(prompt(sampleView(), one(0), t)).toBe("What will you do?");
    expect(prompt(sampleView({ variant: "solo" }), one(4), t)).toBe("Build one of the open cards.");
    expect(prompt(sampleView({ phase: "bonus" }), one(11), t)).toBe("Draw 2 stones for the pair?");
    for (const phase of ["colours", "place", "arrange", "plan"] as const) {
      expect(prompt(sampleView({ phase }), one(8), t)).toMatch(/\?$/);
    }
    for (const card of ["U1", "U2", "U3", "U5", "U6"]) {
      for (const answer of ["yes", "no"] as const) {
        expect(choiceLabel({ action: "", kind: "bonus", answer, card }, sampleView(), t)).not.toBe("");
      }
    }
  });
});

describe("squares and pieces in words", () => {
  it("include everything visible", () => {
    const view = expertView();
    expect(squareWords("d5", sampleView(), t, false, null)).toBe(
      "level 5, column 4, 2 points for a gold stone, empty, not supported",
    );
    // Another stone of the Build can support it.
    expect(squareWords("d5", sampleView(), t, false, "open")).toBe(
      "level 5, column 4, 2 points for a gold stone, empty, a stone may be built here",
    );
    expect(squareWords("a2", sampleView(), t, false, "open")).toBe(
      "level 2, column 1, empty, supported, a stone may be built here",
    );
    expect(squareWords("a1", view, t, false, null)).toBe(
      "level 1, column 1, sculpture of value 7, carved by brown",
    );
    expect(squareWords("c1", view, t, false, "payable")).toBe(
      "level 1, column 3, white, place for a sculpture: value 8, costs 4 light brown, 1 gold, can be carved now",
    );
    expect(squareWords("g8", sampleView(), t, true, null)).toContain("star that doubles");
  });

  it("of the log have names", () => {
    expect(codeName("Wd1", t)).toBe("white at level 1, column 4");
    expect(codeName("hv4", t)).toBe("straight block");
    expect(codeName("0", t)).toBe("0");
    for (const card of CARDS) expect(codeName(card, t)).not.toBe(card);
  });

  it("cards are counted in natural language", () => {
    expect(cardsWords({ one: 2, hv4: 1, diff2: 3 }, t)).toBe(
      "2 single stones, 1 straight block, 3 pairs of two colours",
    );
    for (const card of CARDS) expect(cardsWords({ [card]: 1 }, t)).toBe(`1 ${codeName(card, t)}`);
  });

  it("points are listed by name and source", () => {
    expect(
      gainsWords({ "0": { foreign: 1, treasures: 2 }, "1": { given_patterns: 4 } }, sampleView(), seats, t),
    ).toBe("Asha +3 (+1 stone, +2 treasure); Ravi +4 (+4 pattern)");
  });

  it("every sculpture has a composition", () => {
    const values = [4, 5, 6, 7, 8].flatMap((value) => LETTERS.map((letter) => `Q${value}${letter}`));
    const small = ["T", "D", "M"].flatMap((kind, i) =>
      Array.from({ length: [6, 8, 6][i] ?? 0 }, (_, n) => `${kind}${n + 1}`),
    );
    const made = [...values, ...small].map((tile) => {
      const { motifs, niche } = compositionOf(tile);
      expect(motifs.every((name) => name in MOTIFS)).toBe(true);
      return `${tile[0]} ${motifs.join(" ")} ${niche}`;
    });
    expect(new Set(made).size).toBe(45);
  });

  it("a box with additional small sculptures starts again with the first", () => {
    expect(compositionOf("M7")).toEqual(compositionOf("M1"));
    expect(compositionOf("M20")).toEqual(compositionOf("M2"));
  });
});

const event = (
  kind: string,
  params: Record<string, unknown>,
  seat: number | null,
  turn: number,
): GameEvent => ({
  seq: 1,
  ply: 1,
  seat,
  kind: seat === null ? "chance" : "act",
  action: "",
  log: { key: kind.includes(".") ? kind : `chola.log.${kind}`, params },
  turn,
  barrier: false,
  at: "",
});
const built = event(
  "built",
  {
    card: "one",
    stones: { c1: "W" },
    gains: { "0": { foreign: 1 } },
    placed: ["Wc1"],
    paid: ["B=foreign:1"],
    cells: [[2, 1]],
  },
  1,
  5,
);

describe("the preview of a Build", () => {
  const offer: Offer = {
    card: "same2",
    actions: [],
    stones: { e2: "W", f2: "W" },
    gains: { "0": { own_patterns: 4 }, "1": { given_patterns: 3 } },
  };

  it("describes the stones and every player's gain", () => {
    expect(buildWords(offer, expertView(), seats, t)).toBe(
      "Pair of one colour: white at level 2, column 5; white at level 2, column 6. Asha +4 (+4 own pattern); Ravi +3 (+3 pattern).",
    );
    expect(buildWords({ ...offer, gains: {} }, expertView(), seats, t)).toMatch(/No one scores\.$/);
  });

  it("lists sculptures that become possible, for which players, and missing stones", () => {
    const words = (payers: number[]): string =>
      possibleWords({ slot: "S3", payers, missing: { Y: 1 } }, expertView({ seat: 0 }), seats, t);
    expect(words([0])).toBe("You could then carve the elephant for 4.");
    expect(words([0, 1])).toBe("You could then carve the elephant for 4; so could Ravi.");
    expect(words([1])).toBe("The elephant, worth 4, could then be carved by Ravi; you are short of 1 gold.");
    expect(words([])).toBe("The elephant, worth 4, would then have all its stones; you are short of 1 gold.");
    const possible = [{ slot: "S3", payers: [0], missing: {} }];
    expect(buildWords({ ...offer, sculptures: possible }, expertView({ seat: 0 }), seats, t)).toContain(
      "(+3 pattern). You could",
    );
  });
});

describe("the story", () => {
  const events = [
    event("pick", {}, 0, 4),
    event("stone", { seat: 0, letter: "W" }, null, 4),
    event("stone", { seat: 0, letter: "Y" }, null, 4),
    built,
    event("draw_stack", {}, 0, 6),
    event("chola.log.card_unseen", {}, null, 6),
    event("replace", { letter: "W", count: 3 }, 1, 7),
    event(
      "carved",
      {
        slot: "S2",
        cells: [
          [2, 1],
          [3, 1],
          [2, 2],
          [3, 2],
        ],
        points: 8,
      },
      0,
      8,
    ),
  ];

  it("finds the squares of the last Build or sculpture", () => {
    expect(lastSquares(events)).toEqual(["c1", "d1", "c2", "d2"]);
    expect(lastSquares(events.slice(0, 4))).toEqual(["c1"]);
    expect(lastSquares([])).toEqual([]);
    expect(recentTurns([...events, event("pick", {}, 0, 9)], 2).map((one) => one.turn)).toEqual([8, 9]);
  });

  it("describes the automatic steps of Solo", () => {
    const before = sampleView({ variant: "solo", row: { one: 1, hv4: 1 } });
    const after = sampleView({ variant: "solo", row: { same2: 1 } });
    const chance = [
      event("solo_c_card", { card: "same2" }, null, 5),
      event("solo_e_stone", { letter: "B" }, null, 5),
      event("solo_e_stone", { letter: "W" }, null, 5),
    ];
    expect(procedureOf([built, ...chance], before, after)).toEqual([
      { step: "c", letters: [], cards: ["same2"] },
      { step: "e", letters: ["B", "W"], cards: [] },
      { step: "f", letters: [], cards: ["hv4"] },
    ]);
  });
});

describe("the score sheet", () => {
  it("has a row for every source of points in the game", () => {
    const rows = Object.fromEntries(SOURCES.map((source, i) => [source, i])) as Sheet["rows"];
    const sheet: Sheet = { seat: 0, total: 36, rank: 1, rows, carved: 2, tie_break: 3 };
    const shown = scoreRows(sheet, t);
    expect(shown.map((row) => row.points).reduce((a, b) => a + b, 0)).toBe(36);
    expect(scoreRows({ ...sheet, rows: { ...rows, doubling: 0, own_stones: 0 } }, t)).toHaveLength(
      shown.length - 2,
    );
    const none = { ...sheet, rows: { ...rows, given_patterns: 0 } };
    const opponent: Opponent = { total: 36, rows };
    const ids = (one: Sheet): string[] => scoreRows(one, t).map((row) => row.id);
    expect(ids(none)).toContain("given_patterns");
    expect(ids({ ...none, opponent })).not.toContain("given_patterns");
  });
});

describe("the text view", () => {
  it("is complete", () => {
    const view = expertView({
      groups: [{ letter: "W", owner: 0, squares: ["d1", "c1"], value: 0, next: 4 }],
    });
    const sections = textView(view, seats, t);
    expect(sections.map((section) => section.heading)).toEqual([
      "The table",
      "Players",
      "The temple, from top to bottom",
      "Stars without a stone",
      "Groups of stones",
      "Sculptures",
    ]);
    const bare = { ...view, seats: view.seats.map((seat) => ({ ...seat, held: 0, cards: {} })) };
    expect(textView(bare, seats, t)[1]?.table?.rows.map((row) => row[4])).toEqual(["none", "none"]);
    const temple = sections[2]?.table?.rows ?? [];
    expect(temple).toHaveLength(13);
    expect(temple.at(-1)?.slice(0, 8)).toEqual([
      "1",
      "carved (white)",
      "carved (grey)",
      "white",
      "white",
      "brown",
      "grey",
      "door",
    ]);
    expect(sections[4]?.table?.rows[0]).toEqual([
      "white",
      "Asha",
      "level 1, column 3; level 1, column 4",
      "0",
      "4",
    ]);
    expect(sections[5]?.table?.rows.map((row) => row.at(-1))).toEqual([
      "carved by Ravi",
      "all stones are in place",
      "stones are missing",
    ]);
    expect(sections[1]?.table?.rows[0]?.at(-1)).toContain("R4: Large sculptures");
  });

  it("works for Basic and Solo, too", () => {
    expect(textView(sampleView(), seats, t).map((section) => section.heading)).not.toContain("Sculptures");
    const none = sampleView({ rules: { ...sampleView().rules, treasures: "none" } });
    expect(textView(none, seats, t).map((section) => section.heading)).not.toContain("Stars without a stone");
  });

  it("has a one-line status", () => {
    expect(status(sampleView(), seats, t)).toBe("118 spaces left");
    const [before, now] = [sampleView(), sampleView({ spaces: 6, last_turns: 8 })];
    expect(status(before, seats, t, now)).toBe("6 spaces left");
    expect(status(sampleView({ last_turns: 1, spaces: 5 }), seats, t)).toBe("last turn, 5 spaces left");
    expect(status(expertView(), seats, t)).toBe("2 sculptures, 118 spaces left");
    expect(status(sampleView({ phase: "setup" }), seats, t)).toBe("The site is being prepared");
    const endings: View["ending"][] = [
      "full",
      "last_turns",
      "stuck",
      "all_carved",
      "stalled",
      "capped",
      "solo_done",
    ];
    const stuck = sampleView({ phase: "over", ending: "stuck", stuck_seat: 1 });
    expect(status(stuck, seats, t)).toBe(`${seats[1]?.name} had no moves left`);
    for (const ending of endings) {
      expect(status(sampleView({ phase: "over", ending }), seats, t)).not.toBe("");
    }
  });
});

describe("the catalogue", () => {
  it("has only messages that parse", () => {
    for (const [key, message] of Object.entries(catalogue)) {
      expect(() => new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }), key).not.toThrow();
    }
  });

  const sources = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });

  it("has every message key used by the game", () => {
    const used = new Set<string>();
    for (const source of Object.values(sources)) {
      for (const match of source.matchAll(/\bt\(\s*"([^"]+)"/g)) used.add(match[1] as string);
    }
    expect(used.size).toBeGreaterThan(60);
    expect([...used].filter((key) => !(key in catalogue))).toEqual([]);
  });
});
