import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleView } from "../text/samples";
import type { Choice, Preview } from "../wire";
import { Hand } from "./hand.svelte";

const START = { x: 1.5, y: -2, rotation: 12 };
const BASE: Choice[] = [{ action: "base", kind: "level", level: 0 }];
const PLACES: Choice[] = [
  { action: "cover F01.0", kind: "cover", pose: { x: 9, y: 9, rotation: 0 }, covers: [["F01", 0]], poses: 2 },
];

/** A floor in hand at a level without suggested places, and the requests made about it. */
function laid(choices: Choice[] = BASE, answers: boolean = true, previews: Preview[] = []) {
  const placing = {
    floor: "F05",
    side: "light" as const,
    other_side: null,
    level: 2,
    shifting: false,
    start: START,
  };
  const view = sampleView({ phase: "where", placing });
  const ask = vi.fn(
    async (): Promise<Preview> => ({ stability: { tilt: 3, towards: 0, reserve: 9 } }) as never,
  );
  const table = { view, choices, previews, pieces: null, advised: null, ask: answers ? ask : undefined };
  return { hand: new Hand(() => table), ask };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("without suggested places a floor starts at the server's pose and is judged immediately", async () => {
  const { hand, ask } = laid();
  hand.begin();
  expect([hand.active, hand.number, hand.waiting]).toEqual([true, 0, true]);
  expect(hand.pose).toEqual(START);
  await vi.runAllTimersAsync();
  expect(ask.mock.calls).toEqual([[["lay 1.50,-2.00 r12"]]]);
  expect(hand.waiting).toBe(false);
  expect(hand.actions(false)).toEqual(["lay 1.50,-2.00 r12", []]);
});

test("a floor at the server's pose can be moved; next returns to it", async () => {
  const { hand, ask } = laid();
  hand.begin();
  hand.nudge(1, 0, 5);
  await vi.runAllTimersAsync();
  expect(ask.mock.calls).toEqual([[["lay 2.50,-2.00 r17"]]]);
  hand.next(1);
  expect(hand.pose).toEqual(START);
  await vi.runAllTimersAsync();
  expect(hand.waiting).toBe(false);
});

test("suggested places come first and need no request", async () => {
  const { hand, ask } = laid(PLACES);
  hand.begin();
  await vi.runAllTimersAsync();
  expect(hand.pose).toEqual({ x: 9, y: 9, rotation: 0 });
  expect(ask).not.toHaveBeenCalled();
});

test("levels without suggested places can be chosen if a server judges poses", () => {
  const previews: Preview[] = [
    { action: "base", gives_up: false },
    { action: "level 2", level: 2 },
  ];
  const free = { action: "level 2", kind: "level", level: 2, free: true };
  expect(laid(BASE, true, previews).hand.levels).toEqual([free]);
  expect(laid(BASE, false, previews).hand.levels).toEqual([]);
});

test("no floor is in hand for a spectator, or without a server to judge poses", () => {
  expect(laid([]).hand.active).toBe(false);
  expect(laid(BASE, false).hand.active).toBe(false);
});
