import hall from "@mandapa/messages/en.json";
import table from "@mandapa/messages/table/en.json";
import { expect, test, vi } from "vitest";
import { sentence } from "../../table/log/logText";
import { addMessages, joinNames, MISSING_MESSAGE, setExpertCodes, t } from "./i18n.svelte";

const sources = import.meta.glob<string>(
  ["../../**/*.{svelte,ts}", "!../../games/**", "!../../**/*.test.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

function keysUsed(inFolder: string): string[] {
  const theirs = Object.entries(sources).filter(([path]) => path.startsWith(inFolder));
  return theirs.flatMap(([, source]) =>
    [...source.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1] as string),
  );
}

test("every used key is in a catalogue, the page's keys in the page's own", () => {
  const used = keysUsed("../");
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((key) => !(key in hall || key in table))).toEqual([]);
  expect(keysUsed("../lobby/").filter((key) => !(key in hall))).toEqual([]);
});

test("every message can be formatted", () => {
  const some = {
    name: "Asha",
    names: "Asha",
    winners: "Asha",
    count: 2,
    number: 1,
    min: 2,
    max: 5,
    minutes: 30,
    range: "many",
    rank: 3,
    points: 4,
    label: "x",
    detail: "y",
    turn: 7,
    task: 2,
    unit: "points",
    tasks: 3,
    better: "74%",
    positions: 304,
    ply: 9,
    game: "Kerala",
    title: "Kerala",
    designer: "x",
    publisher: "y",
    year: "2016",
    value: "z",
    bot: "adept",
    seat_name: "Ravi",
    text: "pass",
    clause: "KER-1",
    code: "stale",
    moves: 2,
    seconds: 3,
    items: "x",
    others: "Ravi",
    host: "Asha",
    free: 1,
    days: 2,
    hours: 3,
    late: false,
    time: "12:00",
    search: "edge",
    part: "Board",
    by: 3,
    luck: "+2",
    before: 1,
    expected: 2,
    found: 3,
    total: 158,
    other: 138,
    me: true,
    gain: "+5",
    turns: 40,
    games: 6,
    step: 2,
    steps: 7,
    parts: 2,
    overlooks: "much",
    weights: "none",
    won: 1,
    played: 2,
    level: "Adept",
    last: "Novice",
    lost: 1.5,
    mark: "good",
    simulations: 300,
    left: 2,
    rows: "x +1",
    plan: "x",
    chance: "9%",
    favour: "for",
    difficulty: "easy",
    solved: 1,
    state: "x",
    share: "50%",
    rate: "2.1%",
    worst: "9%",
    first: "4%",
    language: "x",
    languages: "x",
    what: "shown",
    where: "entries[3]",
    low: 1,
    high: 12,
    min_length: 1,
    max_length: 40,
    most: 6,
  };
  for (const [key, message] of Object.entries({ ...hall, ...table })) {
    const isPlain = !message.includes("{");
    if (isPlain) expect(t(key)).toBe(message);
    else expect(t(key, some), key).not.toBe(MISSING_MESSAGE);
  }
});

test("statistics, which include cooperative games, speak of no opponents", () => {
  const messages = Object.entries(hall).filter(([key]) => key.startsWith("stats."));
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter(([, message]) => /opponent/i.test(message))).toEqual([]);
});

test("the notice of a running preparation, which counts nothing down, names no time", () => {
  const messages = Object.entries(table).filter(([key]) => key.startsWith("preparing."));
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter(([, message]) => message.includes("{"))).toEqual([]);
});

const games = import.meta.glob<Record<string, string>>("@mandapa/games/*/content/messages/en.json", {
  import: "default",
  eager: true,
});

test("raw keys are never shown, neither before a game's catalogue is loaded nor for a missing message", () => {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const keys = Object.values(games).flatMap(Object.keys);
  expect(keys.length).toBeGreaterThan(1_000);
  for (const key of keys) {
    expect(t(key)).toBe(MISSING_MESSAGE);
    expect(sentence({ key, params: {} }, 0, [], "some action")).toBe("Seat 1: some action");
  }
  expect(t("turn.other")).toBe(MISSING_MESSAGE);
  expect(consoleError).toHaveBeenCalledTimes(new Set(keys).size + 1);
  consoleError.mockRestore();
});

test("cells are written (x,y), ordinals as words of their language", () => {
  expect(t("log.action", { name: "Asha", text: [1, -2] })).toBe("Asha: (1,−2)");
  expect(t("score.place", { rank: 2 })).toBe("2nd");
  expect(t("all.lost", { points: -3 })).toContain(" −3 points");
  expect(t("turn.over", { winners: joinNames(["Asha", "Ravi"]), count: 2 })).toBe(
    "Asha and Ravi share the win",
  );
});

test("places are pictures on the board, and coordinates in the sentence if codes are on", () => {
  addMessages({ "some.log.step": "lays it {codes, select, false {here} other {at {cell}}}" });
  const logLine = () => t("some.log.step", { cell: [1, -2] });
  expect(logLine()).toBe("lays it here");
  setExpertCodes(true);
  expect(logLine()).toBe("lays it at (1,−2)");
  setExpertCodes(false);
  expect(t("some.log.step", { cell: "2 east", codes: "spoken" })).toBe("lays it at 2 east");
});
