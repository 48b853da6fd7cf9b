import { afterEach, expect, test, vi } from "vitest";
import type { GameEvent } from "../contract";
import { cellsOf, HintState } from "./hintState.svelte";

const hint = {
  seat: 0,
  choices: [{ action: "take A", value: 9, log: { key: "toy.take", params: {} } }],
  best: ["take A", "step 1"],
  plan: [
    { action: "take A", log: { key: "toy.take", params: {} } },
    { action: "step 1", log: { key: "toy.step", params: { cell: [1, 0] } } },
  ],
  reason: { key: "toy.reason", params: {} },
  unit: "points",
  before: [0],
  expected: [9],
};

function act(ply: number, action: string): GameEvent {
  const log = { key: "toy", params: {} };
  return { seq: ply + 1, ply, seat: 0, kind: "act", action, log, turn: 1, barrier: false, at: "" };
}

async function asked(answer: unknown): Promise<HintState> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer), { status: 200 }));
  const hintState = new HintState();
  await hintState.ask("t", null, [act(3, "other")]);
  return hintState;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the rest of the plan shrinks as it is followed, and is dropped once the game deviates", async () => {
  const hintState = await asked(hint);
  const before = act(3, "other");
  expect(hintState.rest([before])?.map((step) => step.action)).toEqual(["take A", "step 1"]);
  expect(hintState.rest([before, act(4, "take A")])?.map((step) => step.action)).toEqual(["step 1"]);
  expect(hintState.rest([before, act(4, "take A"), act(5, "step 1")])).toEqual([]);
  expect(hintState.rest([before, act(4, "take B")])).toBeNull();
});

test("a hint applies to its position only, not earlier and not after other actions of the same number", async () => {
  const hintState = await asked(hint);
  expect(hintState.rest([])).toBeNull();
  const anew = { ...act(3, "something else"), seq: 9 };
  expect(hintState.rest([anew])).toBeNull();
  expect(hintState.rest([anew, act(4, "take A")])).toBeNull();
});

test("without a plan from the server the choices provide the advice", async () => {
  const hintState = await asked({ ...hint, plan: undefined });
  expect(hintState.plan.map((step) => step.action)).toEqual(["take A"]);
});

test("the cells of a plan are those named by its log lines", () => {
  expect(cellsOf(hint.plan)).toEqual([[1, 0]]);
});

/** A server on which this many requests of others are queued first. */
function busy(times: number): { asked: number } {
  const log = { asked: 0 };
  vi.stubGlobal("fetch", async () => {
    log.asked += 1;
    if (log.asked <= times)
      return new Response(JSON.stringify({ error: { code: "unavailable" } }), { status: 503 });
    return new Response(JSON.stringify(hint), { status: 200 });
  });
  return log;
}

test("a busy server is asked until it answers, and the page shows the request as queued", async () => {
  vi.useFakeTimers();
  const log = busy(2);
  const hintState = new HintState();
  const answer = hintState.ask("t", null, [act(3, "other")]);
  await vi.waitUntil(() => hintState.queued);
  expect([hintState.busy, hintState.problem]).toEqual([true, null]);
  await vi.runAllTimersAsync();
  await answer;
  expect([hintState.busy, hintState.queued, log.asked]).toEqual([false, false, 3]);
  expect(hintState.hint).toEqual(hint);
});

test("a request is dropped once the game has moved on", async () => {
  vi.useFakeTimers();
  const log = busy(9);
  const hintState = new HintState();
  const answer = hintState.ask("t", null, [act(3, "other")]);
  await vi.waitUntil(() => hintState.queued);
  hintState.follow([act(3, "other")]);
  expect(hintState.busy).toBe(true);
  hintState.follow([act(3, "other"), act(4, "take A")]);
  await answer;
  const { asked } = log;
  await vi.runAllTimersAsync();
  expect([hintState.busy, hintState.queued, hintState.problem, log.asked]).toEqual([
    false,
    false,
    null,
    asked,
  ]);
});
