import { expect, test } from "vitest";
import type { Attempt, AttemptWish } from "../../lib/server/api";
import { Attempts, MAX_ATTEMPTS, markedTurn } from "./attempts.svelte";

const BEST = ["take B", "step"];

/** Turns have two actions; only one of them is right. */
function asked(log: string[] = []): Attempts {
  return new Attempts(async (actions: string[], want: AttemptWish) => {
    log.push(`${want} ${actions.join(",")}`);
    const right = String(actions) === String(BEST);
    return {
      over: actions.length === 2,
      verdict:
        want === "verdict"
          ? { right, mark: right ? "best" : "mistake", lost: 3, lost_chance: 0.1, reasons: [] }
          : null,
      answer: want === "answer" ? { plan: [], reasons: [] } : null,
    } as unknown as Attempt;
  });
}

async function tried(attempts: Attempts, first: string): Promise<void> {
  await attempts.begin();
  await attempts.choose(first);
  await attempts.choose("step");
  await attempts.judge();
}

test("finding the right turn shows why it is best", async () => {
  const log: string[] = [];
  const attempts = asked(log);
  await tried(attempts, "take B");
  expect([attempts.solved, attempts.count, attempts.answer !== null]).toEqual([true, 1, true]);
  expect(attempts.actions).toEqual(BEST);
  await attempts.choose("more");
  expect(log.filter((one) => one.startsWith("verdict"))).toEqual(["verdict take B,step"]);
});

test("after the last try the position is restored and the best turn shown", async () => {
  const attempts = asked();
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    expect(attempts.answer).toBeNull();
    await tried(attempts, "take A");
  }
  expect([attempts.solved, attempts.count, attempts.actions, attempts.answer !== null]).toEqual([
    false,
    MAX_ATTEMPTS,
    [],
    true,
  ]);
});

test("a try can be taken back step by step until it is judged", async () => {
  const attempts = asked();
  await attempts.begin();
  await attempts.judge();
  expect(attempts.count).toBe(0);
  await attempts.choose("take A", ["step"]);
  await attempts.back();
  expect(attempts.actions).toEqual(["take A"]);
  await attempts.choose("step");
  const judged = attempts.judge();
  expect(attempts.pending).toBe("verdict");
  await judged;
  await attempts.back();
  expect(attempts.actions).toEqual(["take A", "step"]);
  expect(attempts.verdict?.right).toBe(false);
  await attempts.begin();
  expect([attempts.actions, attempts.verdict]).toEqual([[], null]);
});

test("the latest request stays pending when an earlier answer arrives", async () => {
  const never = new Promise<Attempt>(() => undefined);
  const attempts = new Attempts((_, want) => (want === "answer" ? never : Promise.resolve({} as Attempt)));
  const shown = attempts.begin();
  void attempts.show();
  await shown;
  expect(attempts.pending).toBe("answer");
});

test("the turn played is marked until another one is tried, and then the best one if it was not found", () => {
  const [played, best] = ["take A", "take B"].map((action) => [{ action, log: { key: "", params: {} } }]);
  const answer = { plan: best } as unknown as Attempts["answer"];
  const marked = (more: Partial<Attempts>) =>
    markedTurn({ actions: [], answer: null, solved: false, ...more }, played ?? []);
  expect(marked({})).toBe(played);
  expect(marked({ actions: ["take B"] })).toEqual([]);
  expect(marked({ answer, actions: ["take B"] })).toBe(best);
  expect(marked({ answer, solved: true })).toEqual([]);
});
