/** Validation of a custom board by the server: which pieces fit next, and whether all five fit. */
import { ApiError, api } from "../../../lib/server/api";
import { PLACES } from "../text/pieceShape";
import type { View } from "../wire";

/** Piece for each of `PLACES`; "" if none is chosen. */
type OwnBoard = readonly string[];

export type Verdict = { fits: true; ruins: number } | { fits: false; why: string };

const pendingRequests = new Map<string, Promise<string[] | null>>();

/** Return the pieces that can follow the given ones; null if one of those does not fit. */
function offeredAfter(pieces: OwnBoard): Promise<string[] | null> {
  const key = pieces.join();
  let answer = pendingRequests.get(key);
  if (!answer) {
    answer = askOffered(pieces);
    answer.catch(() => pendingRequests.delete(key));
    pendingRequests.set(key, answer);
  }
  return answer;
}

async function askOffered(pieces: OwnBoard): Promise<string[] | null> {
  const laid = pieces.map((piece, i) => (i === 0 ? `centre ${piece}` : `corner ${PLACES[i]} ${piece}`));
  try {
    const { view } = await api.sandbox("indus", { board: "random", start_seat: 0 }, null, laid);
    return (view as View).offered;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return null;
    throw error;
  }
}

/** Return the pieces possible at each place, given those before it; null where unknown. */
export async function offeredEverywhere(pieces: OwnBoard): Promise<(string[] | null)[]> {
  const found: (string[] | null)[] = [];
  for (const [i, piece] of pieces.entries()) {
    const offered =
      i === 0 || found[i - 1]?.includes(pieces[i - 1] ?? "") ? await offeredAfter(pieces.slice(0, i)) : null;
    found.push(offered);
    if (piece === "") break;
  }
  return PLACES.map((_, i) => found[i] ?? null);
}

/** Check whether a table can be opened with this board; if not, return the reason. */
export async function judge(pieces: OwnBoard): Promise<Verdict> {
  try {
    const { view } = await api.sandbox("indus", { board: pieces, start_seat: 0 }, null, []);
    return { fits: true, ruins: (view as View).ruins.length };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { fits: false, why: error.message };
  }
}

/** Return a random board, choosing at each place among the pieces that the server allows. */
export async function randomBoard(random: () => number = Math.random): Promise<string[]> {
  const pieces: string[] = [];
  for (const _ of PLACES) {
    const offered = (await offeredAfter(pieces)) ?? [];
    pieces.push(offered[Math.floor(random() * offered.length)] ?? "");
  }
  return pieces;
}
