/** The pieces of Menara: every floor's outline and bases, fetched once for each set of pieces. */
import { api } from "../../../lib/server/api";
import type { Gallery } from "../wire";

const fetched = new Map<string, Promise<Gallery>>();

/** `set`: the option `components` of the table. */
export function allPieces(set = "default"): Promise<Gallery> {
  const known = fetched.get(set);
  if (known) return known;
  const asked = api.components("menara", set === "default" ? null : set) as Promise<Gallery>;
  fetched.set(set, asked);
  asked.catch(() => fetched.delete(set));
  return asked;
}
