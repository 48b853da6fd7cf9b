import { expect, test } from "vitest";
import type { Attempt, AttemptWish } from "../lib/server/api";
import { MOST, Tries } from "./attempts.svelte";

const BEST = ["take B", "step"];

/** Turns have two actions; only one of them is right. */
function asked(log: string[] = []): Tries {
  return new Tries(async (actions: string[], want: AttemptWish) => {
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

async function tried(tries: Tries, first: string): Promise<void> {
  await tries.begin();
  await tries.choose(first);
  await tries.choose("step");
  await tries.judge();
}

test("finding the right turn shows why it is best", async () => {
  const log: string[] = [];
  const tries = asked(log);
  await tried(tries, "take B");
  expect([tries.solved, tries.count, tries.answer !== null]).toEqual([true, 1, true]);
  expect(tries.actions).toEqual(BEST);
  await tries.choose("more");
  expect(log.filter((one) => one.startsWith("verdict"))).toEqual(["verdict take B,step"]);
});

test("after the last try the position is restored and the best turn shown", async () => {
  const tries = asked();
  for (let count = 1; count <= MOST; count += 1) {
    expect(tries.answer).toBeNull();
    await tried(tries, "take A");
  }
  expect([tries.solved, tries.count, tries.actions, tries.answer !== null]).toEqual([false, MOST, [], true]);
});

test("a try can be taken back step by step until it is judged", async () => {
  const tries = asked();
  await tries.begin();
  await tries.judge();
  expect(tries.count).toBe(0);
  await tries.choose("take A", ["step"]);
  await tries.back();
  expect(tries.actions).toEqual(["take A"]);
  await tries.choose("step");
  const judged = tries.judge();
  expect(tries.pending).toBe("verdict");
  await judged;
  await tries.back();
  expect(tries.actions).toEqual(["take A", "step"]);
  expect(tries.verdict?.right).toBe(false);
  await tries.begin();
  expect([tries.actions, tries.verdict]).toEqual([[], null]);
});

test("the latest request stays pending when an earlier answer arrives", async () => {
  const never = new Promise<Attempt>(() => undefined);
  const tries = new Tries((_, want) => (want === "answer" ? never : Promise.resolve({} as Attempt)));
  const shown = tries.begin();
  void tries.show();
  await shown;
  expect(tries.pending).toBe("answer");
});
