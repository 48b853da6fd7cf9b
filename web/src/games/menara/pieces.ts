/** The pieces of Menara: every floor's outline and bases, fetched once. */
import { api } from "../../lib/api";
import type { Components } from "./types";

let fetched: Promise<Components> | null = null;

export function allPieces(): Promise<Components> {
  if (!fetched) {
    fetched = api.components("menara") as Promise<Components>;
    fetched.catch(() => {
      fetched = null;
    });
  }
  return fetched;
}
