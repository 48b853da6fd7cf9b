/** Asking a server that cannot answer just now. */
import { ApiError } from "./api";

/** Milliseconds until it is asked again: at least, and at most, whatever the server says. */
const SOONEST = 1_500;
const LATEST = 5_000;

/** Refusals that hold only for now: machine code is compiled, others are served first, too much was asked lately. */
const FOR_NOW: ReadonlySet<string> = new Set(["preparing", "unavailable", "store_away", "flood"]);

/**
 * The answer, as soon as the server is ready to give it, unless `signal` says that nobody wants it any more. `queued` is
 * called when others are served first, so that the page can say so.
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  signal?: AbortSignal,
  queued: () => void = () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !FOR_NOW.has(error.code) || signal?.aborted) throw error;
      if (error.code !== "preparing") queued();
      await pause(Math.min(LATEST, Math.max(SOONEST, 1_000 * error.retryAfter)), signal);
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
