import { afterEach, expect, test, vi } from "vitest";
import type { GameEvent } from "../contract";
import { Advice, cellsOf } from "./hintState.svelte";

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

async function asked(answer: unknown): Promise<Advice> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer), { status: 200 }));
  const advice = new Advice();
  await advice.ask("t", null, [act(3, "other")]);
  return advice;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the rest of the plan shrinks as it is followed, and is dropped once the game deviates", async () => {
  const advice = await asked(hint);
  const before = act(3, "other");
  expect(advice.rest([before])?.map((step) => step.action)).toEqual(["take A", "step 1"]);
  expect(advice.rest([before, act(4, "take A")])?.map((step) => step.action)).toEqual(["step 1"]);
  expect(advice.rest([before, act(4, "take A"), act(5, "step 1")])).toEqual([]);
  expect(advice.rest([before, act(4, "take B")])).toBeNull();
});

test("a hint applies to its position only, not earlier and not after other actions of the same number", async () => {
  const advice = await asked(hint);
  expect(advice.rest([])).toBeNull();
  const anew = { ...act(3, "something else"), seq: 9 };
  expect(advice.rest([anew])).toBeNull();
  expect(advice.rest([anew, act(4, "take A")])).toBeNull();
});

test("without a plan from the server the choices provide the advice", async () => {
  const advice = await asked({ ...hint, plan: undefined });
  expect(advice.plan.map((step) => step.action)).toEqual(["take A"]);
});

test("the cells of a plan are those named by its log lines", () => {
  expect(cellsOf(hint.plan)).toEqual([[1, 0]]);
});

/** A server that lets others go first so many times. */
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
  const advice = new Advice();
  const answer = advice.ask("t", null, [act(3, "other")]);
  await vi.waitUntil(() => advice.queued);
  expect([advice.busy, advice.problem]).toEqual([true, null]);
  await vi.runAllTimersAsync();
  await answer;
  expect([advice.busy, advice.queued, log.asked]).toEqual([false, false, 3]);
  expect(advice.hint).toEqual(hint);
});

test("a request is dropped once the game has moved on", async () => {
  vi.useFakeTimers();
  const log = busy(9);
  const advice = new Advice();
  const answer = advice.ask("t", null, [act(3, "other")]);
  await vi.waitUntil(() => advice.queued);
  advice.follow([act(3, "other")]);
  expect(advice.busy).toBe(true);
  advice.follow([act(3, "other"), act(4, "take A")]);
  await answer;
  const { asked } = log;
  await vi.runAllTimersAsync();
  expect([advice.busy, advice.queued, advice.problem, log.asked]).toEqual([false, false, null, asked]);
});
