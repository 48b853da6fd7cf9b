import { expect, test } from "vitest";
import type { PlayedGame } from "../lib/server/api";
import {
  csv,
  errorRate,
  errorRates,
  opponentKind,
  phases,
  totalsByKind,
  totalsByPlayers,
} from "./statistics";

function game(more: Partial<PlayedGame>): PlayedGame {
  const plain = {
    id: "a",
    game: "kerala",
    updated: "2026-01-02T03:04:05Z",
    players: 2,
    bots: ["novice"],
    people: 0,
  };
  return { ...plain, points: 10, rank: 1, won: true, whole: true, judged: null, ...more };
}

function judged(lost_chance: number, decisions: number): PlayedGame["judged"] {
  const none = { decisions: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  return {
    decisions,
    lost_chance,
    phases: [{ decisions, inaccuracy: 0, mistake: 1, blunder: 2 }, none, none],
  };
}

test("games are summed up by kind, and a resigned game sets no best result", () => {
  const games = [
    game({ points: 12 }),
    game({ id: "b", points: 31, won: false }),
    game({ points: 50, whole: false, won: false }),
    game({ game: "indus", whole: false, won: false }),
  ];
  const found = totalsByKind(games, (one) => one.game);
  expect(found.map(({ kind, played, won, best }) => [kind, played, won, best?.id])).toEqual([
    ["kerala", 3, 1, "b"],
    ["indus", 1, 0, undefined],
  ]);
});

test("the numbers of players are in their order, however often they were played", () => {
  const games = [
    game({ players: 4 }),
    game({ players: 4 }),
    game({ players: 2 }),
    game({ players: 10 }),
    game({ players: 3 }),
  ];
  expect(totalsByPlayers(games).map(({ kind, played }) => [kind, played])).toEqual([
    ["2", 1],
    ["3", 1],
    ["4", 2],
    ["10", 1],
  ]);
});

test("the opponents are described in one word", () => {
  const tables = [
    {},
    { bots: ["novice", "novice"] },
    { bots: ["adept", "novice"] },
    { bots: [] },
    { people: 1 },
  ];
  expect(tables.map((one) => opponentKind(game(one)))).toEqual([
    "novice",
    "novice",
    "several",
    "alone",
    "people",
  ]);
});

test("longer games weigh more in the error rate, and games without analysis do not count", () => {
  const games = [game({ judged: judged(0.4, 20) }), game({}), game({ judged: judged(0.8, 10) })];
  expect(errorRate(games)).toBeCloseTo(0.04);
  expect(errorRates(games)).toEqual([0.08, 0.02]);
  expect(errorRate([game({})])).toBeNull();
  expect(phases(games).map((one) => [one.decisions, one.mistake, one.blunder])).toEqual([
    [30, 2, 4],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test("the file has one line per game, with empty fields if it has no analysis", () => {
  const lines = csv([game({ bots: ['a "b"', "c"], points: -1.5 }), game({ judged: judged(0.25, 8) })]).split(
    "\r\n",
  );
  expect(lines).toEqual([
    expect.stringMatching(/^id,finished,game,players,.*,lost_chance,decisions_1,.*,blunder_3$/),
    'a,2026-01-02T03:04:05Z,kerala,2,0,"a ""b"" c",-1.5,1,1,1,,,,,,,,,,,,,',
    "a,2026-01-02T03:04:05Z,kerala,2,0,novice,10,1,1,1,0.25,8,0,1,2,0,0,0,0,0,0,0,0",
    "",
  ]);
});
