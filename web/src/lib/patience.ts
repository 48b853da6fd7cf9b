/** Asking a server that has its computer players still to get ready. */
import { ApiError } from "./api";

/** Milliseconds until it is asked again. */
const AGAIN = 1_500;

/** The answer, as soon as the server is ready to give it. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "preparing") throw error;
      await new Promise((again) => setTimeout(again, AGAIN));
    }
  }
}
