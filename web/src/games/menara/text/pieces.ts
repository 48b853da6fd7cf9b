/** Pieces of Menara: outlines and bases of all floors, fetched once per set of pieces. */
import { api } from "../../../lib/server/api";
import type { Gallery } from "../wire";

const fetched = new Map<string, Promise<Gallery>>();

/** `set` is the table's option `components`. */
export function allPieces(set = "default"): Promise<Gallery> {
  const known = fetched.get(set);
  if (known) return known;
  const asked = api.components("menara", set === "default" ? null : set) as Promise<Gallery>;
  fetched.set(set, asked);
  asked.catch(() => fetched.delete(set));
  return asked;
}
