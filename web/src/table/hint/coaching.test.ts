import { afterEach, expect, test, vi } from "vitest";
import { Coaching } from "./coaching.svelte";

const advice = {
  seat: 0,
  unit: "points",
  verdict: { right: true, mark: "best", lost: 0, lost_chance: 0, plan: [] },
};

afterEach(() => vi.unstubAllGlobals());

test("a complete turn is judged until it is taken back or confirmed", async () => {
  const waiting: { signal: AbortSignal; answer(): void }[] = [];
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    const response = new Response(JSON.stringify(advice), { status: 200 });
    if (!url.endsWith("/verdict")) return Promise.resolve(response);
    return new Promise((resolve) => waiting.push({ signal, answer: () => resolve(response) }));
  });
  const coaching = new Coaching();
  const end = coaching.ask("t");
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  end();
  expect(waiting[0]?.signal.aborted).toBe(true);
  const endSecond = coaching.ask("t");
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[0]?.answer();
  await Promise.resolve();
  expect(coaching.found).toBeNull();
  waiting[1]?.answer();
  await vi.waitFor(() => expect(coaching.found).toEqual(advice));
  endSecond();
  expect(coaching.found).toBeNull();
});
