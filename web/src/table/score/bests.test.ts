import { describe, expect, it } from "vitest";
import type { SoloResult } from "../../lib/server/api";
import { bestsOf } from "./bests";

function result(id: string, head_start: number, total: number, margin: number): SoloResult {
  return { id, options: { head_start }, total, margin, won: margin > 0, updated: "2026-01-01" };
}

describe("the best results alone", () => {
  it("keeps the widest margin of each level, and counts what was won", () => {
    const results = [result("a", 120, 130, -12), result("b", 100, 158, 20), result("c", 100, 170, 3)];
    expect(bestsOf(results, ({ head_start }) => `Head start ${head_start}`)).toEqual([
      { level: "Head start 100", id: "b", total: 158, other: 138, won: 2, played: 2 },
      { level: "Head start 120", id: "a", total: 130, other: 142, won: 0, played: 1 },
    ]);
  });

  it("takes the best total where a game is won or lost by no more than that", () => {
    const results = [result("a", 3, -9, -1), result("b", 3, -2, -1)];
    expect(bestsOf(results, () => "Easy").map((best) => best.id)).toEqual(["b"]);
  });

  it("leaves out what has no level", () => {
    expect(bestsOf([result("a", 120, 130, -12)], () => null)).toEqual([]);
  });

  it("orders by numbers, not by letters", () => {
    const results = [result("a", 1000, 1, 1), result("b", 90, 1, 1)];
    expect(bestsOf(results, ({ head_start }) => `${head_start}`).map((best) => best.level)).toEqual([
      "90",
      "1000",
    ]);
  });
});
