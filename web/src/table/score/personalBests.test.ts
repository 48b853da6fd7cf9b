import { describe, expect, it } from "vitest";
import type { SoloResult } from "../../lib/server/api";
import { bestsOf } from "./personalBests";

function result(id: string, head_start: number, total: number, margin: number): SoloResult {
  return { id, options: { head_start }, total, margin, won: margin > 0, updated: "2026-01-01" };
}

describe("best solo results", () => {
  it("keep the widest margin per level and count the wins", () => {
    const results = [result("a", 120, 130, -12), result("b", 100, 158, 20), result("c", 100, 170, 3)];
    expect(bestsOf(results, ({ head_start }) => `Head start ${head_start}`)).toEqual([
      { level: "Head start 100", id: "b", total: 158, other: 138, won: 2, played: 2 },
      { level: "Head start 120", id: "a", total: 130, other: 142, won: 0, played: 1 },
    ]);
  });

  it("keep the best total if the game is won or lost by the total alone", () => {
    const results = [result("a", 3, -9, -1), result("b", 3, -2, -1)];
    expect(bestsOf(results, () => "Easy").map((best) => best.id)).toEqual(["b"]);
  });

  it("leave out games without a level", () => {
    expect(bestsOf([result("a", 120, 130, -12)], () => null)).toEqual([]);
  });

  it("are sorted numerically", () => {
    const results = [result("a", 1000, 1, 1), result("b", 90, 1, 1)];
    expect(bestsOf(results, ({ head_start }) => `${head_start}`).map((best) => best.level)).toEqual([
      "90",
      "1000",
    ]);
  });
});
