/** What is said first of a game that is over: where I came, my best turn, and a word of praise. */
import type { BestTurn, Praise, Story } from "../../lib/server/api";
import type { GameResult } from "../connection/protocol";
import type { SeatInfo, Translate } from "../contract";
import { nameOf } from "../seats/names";

/** Where I came; null for who looks on, for several people at one device, and where nobody is ranked. */
export function placeOf(
  result: GameResult | null,
  mine: readonly number[],
  together: boolean,
): { rank: number; points: number } | null {
  const [seat, ...more] = mine;
  if (!result || together || seat === undefined || more.length > 0 || result.ranks.length < 2) return null;
  return { rank: result.ranks[seat] ?? 1, points: result.totals[seat] ?? 0 };
}

/** The best turn that concerns me: of my seats, else of whoever has won, else of anybody. */
export function bestFor(story: Story, mine: readonly number[], winners: readonly number[]): BestTurn | null {
  const turns = story.best.filter((turn) => turn !== null);
  const of = (seats: readonly number[]): BestTurn | undefined =>
    turns.filter((turn) => seats.includes(turn.seat)).toSorted((a, b) => b.gain - a.gain)[0];
  if (mine.length > 0) return of(mine) ?? null;
  return of(winners) ?? of(turns.map((turn) => turn.seat)) ?? null;
}

/** What I am praised for, else the rarest that anybody is. */
export function praiseFor(story: Story, mine: readonly number[]): Praise | null {
  const own = story.praise.find((one) => one.seat !== null && mine.includes(one.seat));
  return own ?? story.praise[0] ?? null;
}

/** The praise as a sentence; to whom it is due reads "you". */
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
