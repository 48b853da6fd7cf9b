import { describe, expect, test } from "vitest";
import type { Story } from "../../lib/server/api";
import { seated, translator } from "../../lib/testing";
import { standingOf, wrapText } from "../dialogs/boardImage";
import { bestFor, placeOf, praiseFor, praiseWords } from "./resultHighlights";

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

describe("my rank", () => {
  test("is shown to a single player", () => {
    expect(placeOf(result, [0], false)).toEqual({ rank: 2, points: 31 });
  });

  test.each([
    ["a spectator", result, [], false],
    ["several players at one device", result, [0, 1], false],
    ["a team", result, [0], true],
    ["a game without a winner", null, [0], false],
    ["a solo player", { totals: [80], ranks: [1], winners: [] }, [0], false],
  ])("is not shown for %s", (_, end, mine, together) => {
    expect(placeOf(end, mine, together)).toBe(null);
  });
});

describe("the best turn", () => {
  test("is mine if I made one", () => {
    expect(bestFor(story, [0], [1])?.seat).toBe(0);
    expect(bestFor(story, [0, 1], [1])?.seat).toBe(1);
    expect(bestFor(story, [2], [1])).toBe(null);
  });

  test("is the winner's for a spectator, else any player's", () => {
    expect(bestFor(story, [], [0])?.seat).toBe(0);
    expect(bestFor(story, [], [2])?.seat).toBe(1);
    expect(bestFor({ best: [null], praise: [] }, [], [])).toBe(null);
  });
});

describe("the praise", () => {
  const words = (mine: number[]): string => {
    const praise = praiseFor(story, mine);
    return praise ? praiseWords(praise, mine, seated("Asha", "Bala", "Chitra"), t) : "";
  };

  test("is the one for me, else the rarest", () => {
    expect(words([0])).toBe("You made the biggest turn of the game: +9.");
    expect(words([2])).toMatch(/^Bala came from behind: .*6 points/);
    expect(words([1])).toMatch(/^You came from behind/);
  });

  test("uses names if several players share a device", () => {
    expect(words([0, 1])).toMatch(/^Bala came/);
  });

  test("is left out if there is none", () => {
    expect(praiseFor({ best: [], praise: [] }, [0])).toBe(null);
  });
});

test("a caption wraps where it no longer fits, never within a word", () => {
  const fits = (line: string): boolean => line.length <= 9;
  expect(wrapText("Asha and Bala win", fits)).toEqual(["Asha and", "Bala win"]);
  expect(wrapText("Thiruvananthapuram wins", fits)).toEqual(["Thiruvananthapuram", "wins"]);
});

test("the players are listed below a picture, with their points if each has some", () => {
  const seats = seated("Asha", "Bala");
  const totals = new Map([[0, -3]]);
  expect(standingOf(seats, totals, false)).toEqual(["Asha −3", "Bala"]);
  expect(standingOf(seats, totals, true)).toEqual(["Asha", "Bala"]);
});
