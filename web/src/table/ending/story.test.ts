import { describe, expect, test } from "vitest";
import type { Story } from "../../lib/server/api";
import { seated, translator } from "../../lib/testing";
import { standingOf, wrapped } from "../dialogs/keepsake";
import { bestFor, placeOf, praiseFor, praiseWords } from "./story";

const result = { totals: [31, 40, 12], ranks: [2, 1, 3], winners: [1] };
const turn = (seat: number, gain: number): Story["best"][number] => ({ seat, turn: 5, ply: 20, gain });
const story: Story = {
  best: [turn(0, 4), turn(1, 7), null],
  praise: [
    { seat: 1, key: "praise.comeback", params: { seat: 1, points: 6 } },
    { seat: 0, key: "praise.turn", params: { seat: 0, gain: 9, turn: 3 } },
    { seat: null, key: "praise.close", params: { seat: 1, points: 1 } },
  ],
};
const t = translator({});

describe("where I came", () => {
  test("is said to one person", () => {
    expect(placeOf(result, [0], false)).toEqual({ rank: 2, points: 31 });
  });

  test.each([
    ["who looks on", result, [], false],
    ["several at one device", result, [0, 1], false],
    ["who build together", result, [0], true],
    ["a game that nobody has won", null, [0], false],
    ["who plays alone", { totals: [80], ranks: [1], winners: [] }, [0], false],
  ])("is not said to %s", (_, end, mine, together) => {
    expect(placeOf(end, mine, together)).toBe(null);
  });
});

describe("the best turn", () => {
  test("is mine, if it is one of my seats", () => {
    expect(bestFor(story, [0], [1])?.seat).toBe(0);
    expect(bestFor(story, [0, 1], [1])?.seat).toBe(1);
    expect(bestFor(story, [2], [1])).toBe(null);
  });

  test("is the winner's for who looks on, else anybody's", () => {
    expect(bestFor(story, [], [0])?.seat).toBe(0);
    expect(bestFor(story, [], [2])?.seat).toBe(1);
    expect(bestFor({ best: [null], praise: [] }, [], [])).toBe(null);
  });
});

describe("the word of praise", () => {
  const words = (mine: number[]): string => {
    const praise = praiseFor(story, mine);
    return praise ? praiseWords(praise, mine, seated("Asha", "Bala", "Chitra"), t) : "";
  };

  test("is what I am due, else the rarest", () => {
    expect(words([0])).toBe("You made the biggest turn of the game: +9.");
    expect(words([2])).toMatch(/^Bala came from behind: .*6 points/);
    expect(words([1])).toMatch(/^You came from behind/);
  });

  test("names everybody where several sit at one device", () => {
    expect(words([0, 1])).toMatch(/^Bala came/);
  });

  test("is left out where there is none", () => {
    expect(praiseFor({ best: [], praise: [] }, [0])).toBe(null);
  });
});

test("a caption is broken where it no longer fits, never within a word", () => {
  const fits = (line: string): boolean => line.length <= 9;
  expect(wrapped("Asha and Bala win", fits)).toEqual(["Asha and", "Bala win"]);
  expect(wrapped("Thiruvananthapuram wins", fits)).toEqual(["Thiruvananthapuram", "wins"]);
});

test("who plays stands under a picture, with the points where each has some", () => {
  const seats = seated("Asha", "Bala");
  const totals = new Map([[0, -3]]);
  expect(standingOf(seats, totals, false)).toEqual(["Asha −3", "Bala"]);
  expect(standingOf(seats, totals, true)).toEqual(["Asha", "Bala"]);
});
