/** Retries of requests while the server is temporarily unable to answer. */
import { ApiError } from "./api";

/** Minimum and maximum delay between retries in milliseconds, whatever Retry-After says. */
const MIN_DELAY = 1_500;
const MAX_DELAY = 5_000;

/** Temporary rejections: code is being compiled, the request is queued, or a rate limit was hit. */
const TEMPORARY: ReadonlySet<string> = new Set(["preparing", "unavailable", "store_away", "flood"]);

/**
 * Repeat a request until the server answers, or until `signal` aborts. `queued` is called while other requests are
 * served first.
 */
export async function retryUntilReady<T>(
  ask: () => Promise<T>,
  signal?: AbortSignal,
  queued: () => void = () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !TEMPORARY.has(error.code) || signal?.aborted) throw error;
      if (error.code !== "preparing") queued();
      await pause(Math.min(MAX_DELAY, Math.max(MIN_DELAY, 1_000 * error.retryAfter)), signal);
      if (signal?.aborted) throw error;
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resume();
    });
  });
}
