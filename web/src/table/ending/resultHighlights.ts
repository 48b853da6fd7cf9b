/** Opening lines of a finished game's result: my rank, my best turn, and praise. */
import type { BestTurn, Praise, Story } from "../../lib/server/api";
import type { GameResult } from "../connection/protocol";
import type { SeatInfo, Translate } from "../contract";
import { nameOf } from "../seats/names";

/** Return my rank; null for spectators, for several people at one device, and without ranks. */
export function placeOf(
  result: GameResult | null,
  mine: readonly number[],
  together: boolean,
): { rank: number; points: number } | null {
  const [seat, ...more] = mine;
  if (!result || together || seat === undefined || more.length > 0 || result.ranks.length < 2) return null;
  return { rank: result.ranks[seat] ?? 1, points: result.totals[seat] ?? 0 };
}

/** Return the best relevant turn: of my seats, otherwise of a winner, otherwise of any player. */
export function bestFor(story: Story, mine: readonly number[], winners: readonly number[]): BestTurn | null {
  const turns = story.best.filter((turn) => turn !== null);
  const of = (seats: readonly number[]): BestTurn | undefined =>
    turns.filter((turn) => seats.includes(turn.seat)).toSorted((a, b) => b.gain - a.gain)[0];
  if (mine.length > 0) return of(mine) ?? null;
  return of(winners) ?? of(turns.map((turn) => turn.seat)) ?? null;
}

/** Return my praise, otherwise the rarest of all players. */
export function praiseFor(story: Story, mine: readonly number[]): Praise | null {
  const own = story.praise.find((one) => one.seat !== null && mine.includes(one.seat));
  return own ?? story.praise[0] ?? null;
}

/** Return the praise as a sentence, addressed to its recipient as "you". */
export function praiseWords(
  praise: Praise,
  mine: readonly number[],
  seats: readonly SeatInfo[],
  t: Translate,
): string {
  const whom = typeof praise.params.seat === "number" ? praise.params.seat : null;
  const me = mine.length === 1 && whom === mine[0];
  return t(praise.key, { ...praise.params, name: nameOf(whom, seats, t), me });
}
