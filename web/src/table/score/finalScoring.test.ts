import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { barOf, scoringSteps } from "./finalScoring";
import { FinalScoringPlayback } from "./finalScoringPlayback.svelte";
import type { SheetTable } from "./sheets";

function sheet(rows: Record<string, number[]>, beside: string[] = []): SheetTable {
  const names = Object.keys(rows);
  const players = rows[names[0] as string]?.length ?? 0;
  return {
    rows: names.map((id) => ({ id, label: id.toUpperCase(), rule: "", beside: beside.includes(id) })),
    columns: Array.from({ length: players }, (_, seat) => ({
      seat,
      total: 0,
      rank: 1,
      rows: new Map(
        names.map((id) => [id, { id, label: id, points: rows[id]?.[seat] ?? 0, detail: "" }] as const),
      ),
    })),
  };
}

const SHEET = sheet({ lost: [-4, -2], nothing: [0, 0], won: [9, 3], shown: [5, 5] }, ["shown"]);

describe("the count", () => {
  test("goes through the rows that make up the totals and sums them up", () => {
    expect(scoringSteps(SHEET).map(({ row, gains, sums }) => [row, gains, sums])).toEqual([
      ["lost", [-4, -2], [-4, -2]],
      ["won", [9, 3], [5, 1]],
    ]);
  });

  test("is empty for a sheet without numbers", () => {
    expect(scoringSteps(sheet({ nothing: [0, 0] }))).toEqual([]);
  });

  test("draws its bars with the same zero in all steps", () => {
    const steps = scoringSteps(SHEET);
    const [zero, lost, won] = [0, -4, 5].map((sum) => barOf(steps, sum));
    expect(zero?.length).toBe(0);
    expect((lost?.from ?? 0) + (lost?.length ?? 0)).toBeCloseTo(won?.from ?? -1);
    expect([lost?.from, (won?.from ?? 0) + (won?.length ?? 0)]).toEqual([0, 100]);
  });
});

describe("playing the count", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("goes step by step to the end", () => {
    const scoring = new FinalScoringPlayback();
    expect(scoring.step).toBe(null);
    scoring.begin(scoringSteps(SHEET), 100);
    expect([scoring.step?.row, [...scoring.pendingRows]]).toEqual(["lost", ["won"]]);
    vi.advanceTimersByTime(100);
    expect([scoring.step?.row, [...scoring.pendingRows]]).toEqual(["won", []]);
    vi.advanceTimersByTime(100);
    expect(scoring.step).toBe(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can be stopped and restarted", () => {
    const scoring = new FinalScoringPlayback();
    scoring.begin(scoringSteps(SHEET), 100);
    scoring.end();
    expect([scoring.step, scoring.pendingRows.size, vi.getTimerCount()]).toEqual([null, 0, 0]);
    scoring.begin(scoringSteps(SHEET), 100);
    expect(scoring.step?.row).toBe("lost");
    scoring.end();
  });

  test("does nothing without steps", () => {
    const scoring = new FinalScoringPlayback();
    scoring.begin([], 100);
    expect(scoring.step).toBe(null);
    scoring.end();
  });
});
