import messages from "@mandapa/games/chola/content/messages/en.json";
import { describe, expect, it } from "vitest";
import { seated, translator } from "../../../lib/testing";
import { logWords } from "./logParams";
import { codeName } from "./names";

const t = translator(messages);
const seats = seated("Asha", "Ravi");

/** Return the log line's clause after the builder's name. */
function logText(params: Record<string, unknown>, seat: number, people = seats): string {
  const words = logWords(params, people, t, seat);
  const placed = (words.placed as string[]).map((code) => codeName(code, t));
  return t("chola.log.built.part", { ...params, ...words, placed, card: codeName(String(params.card), t) });
}

it("says which stone a treasure wants", () => {
  const words = (treasure: string, wants: string | null) =>
    logWords({ treasure, wants }, seats, t, null).treasure;
  expect([words("gold2", "Y"), words("pattern2", "pattern"), words("plus1", null)]).toEqual([
    "2 points for a gold stone",
    "2 points for a stone in a pattern",
    "1 point",
  ]);
});

describe("a Build in the log", () => {
  it("lists its stones by colour and the players who score", () => {
    const params = {
      card: "hv4",
      placed: ["Wa1", "Gb1", "Wa2", "Gb2"],
      gains: { "0": { given_patterns: 3 }, "1": { own_patterns: 4, treasures: 2 } },
    };
    expect(logWords(params, seats, t, 1).placed).toEqual(["Wa1+a2", "Gb1+b2"]);
    expect(logText(params, 1)).toBe(
      "builds a straight block: white at level 1, column 1; white at level 2, column 1, " +
        "grey at level 1, column 2; grey at level 2, column 2; " +
        "scores 6 points (+4 own pattern, +2 treasure); Asha scores 3 points (pattern)",
    );
  });

  it("mentions no points if no player scores", () => {
    expect(logText({ card: "one", placed: ["Wa1"], gains: {} }, 0)).toBe(
      "builds a single stone: white at level 1, column 1",
    );
  });

  it("names the opponent of Solo", () => {
    expect(
      logText({ card: "one", placed: ["Wa1"], gains: { "1": { given_patterns: 1 } } }, 0, seats.slice(0, 1)),
    ).toBe("builds a single stone: white at level 1, column 1; Opponent scores 1 point (pattern)");
  });
});
