import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api";
import { retryUntilReady } from "./retry";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Return a request that fails with these codes one after the other, and then succeeds. */
function refusing(...codes: string[]): () => Promise<string> {
  return () => {
    const code = codes.shift();
    return code ? Promise.reject(new ApiError(503, { code })) : Promise.resolve("answer");
  };
}

test.each(["unavailable", "flood", "store_away"])(
  "a temporary refusal (%s) keeps the request in the queue",
  async (code) => {
    const queued = vi.fn();
    const answer = retryUntilReady(refusing(code, code), undefined, queued);
    await vi.runAllTimersAsync();
    expect(await answer).toBe("answer");
    expect(queued).toHaveBeenCalledTimes(2);
  },
);

test("while machine code is compiled the request is not shown as queued", async () => {
  const queued = vi.fn();
  const answer = retryUntilReady(refusing("preparing"), undefined, queued);
  await vi.runAllTimersAsync();
  expect(await answer).toBe("answer");
  expect(queued).not.toHaveBeenCalled();
});

test("a permanent error is passed on", async () => {
  await expect(retryUntilReady(refusing("not_your_turn"))).rejects.toMatchObject({ code: "not_your_turn" });
});

test("an aborted request is not retried", async () => {
  const ask = vi.fn(refusing("unavailable", "unavailable"));
  const left = new AbortController();
  const answer = retryUntilReady(ask, left.signal);
  const refused = expect(answer).rejects.toMatchObject({ code: "unavailable" });
  await vi.advanceTimersByTimeAsync(1);
  left.abort();
  await refused;
  expect(ask).toHaveBeenCalledTimes(1);
});
