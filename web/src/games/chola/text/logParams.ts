/** Log texts for a Build (its stones by colour, and the players who score) and for treasure tiles. */
import type { SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import type { Gain, Treasure, Wanted } from "../wire";
import { partsWords, treasureWords } from "./names";
import { sum } from "./pieces";

/** Return additional log parameters, as words or piece codes, derived from the server's; `seat` acts. */
export function logWords(
  { placed, gains, planned, treasure, wants }: Record<string, unknown>,
  seats: readonly SeatInfo[],
  t: Translate,
  seat: number | null,
): Record<string, string | string[]> {
  return {
    ...(Array.isArray(placed) && { placed: byColour(placed) }),
    ...(treasure !== undefined && {
      treasure: treasureWords(treasure as Treasure, wants as Wanted | null, t),
    }),
    ...(gains !== undefined && {
      paid: scoresWords(gains as Record<string, Gain>, seat, planned === true, seats, t),
    }),
  };
}

/** Combine placed stones of one colour into one piece: "Wa1" and "Wb1" become "Wa1+b1". */
function byColour(placed: readonly string[]): string[] {
  const squares = new Map<string, string[]>();
  for (const code of placed)
    squares.set(code[0] ?? "", [...(squares.get(code[0] ?? "") ?? []), code.slice(1)]);
  return [...squares].map(([letter, list]) => letter + list.join("+"));
}

/**
 * Describe the points of a Build, builder first: "scores 7 points (own pattern); Ravi scores 2 points (pattern)", or
 * "none".
 */
function scoresWords(
  gains: Readonly<Record<string, Gain>>,
  builder: number | null,
  planned: boolean,
  seats: readonly SeatInfo[],
  t: Translate,
): string {
  const gainsBySeat = Object.entries(gains).map(([index, rows]) => {
    const seat = Number(index);
    const parts = Object.entries(rows);
    return {
      own: seat === builder,
      name: seat < seats.length ? nameOf(seat, seats, t) : t("chola.opponent"),
      total: sum(rows),
      parts:
        parts.length > 1
          ? partsWords(parts, t)
          : parts.map(([source, points]) => t(`chola.gain.${source}`, { points })).join(""),
    };
  });
  const first = [...gainsBySeat.filter((one) => one.own), ...gainsBySeat.filter((one) => !one.own)];
  return first.map((one) => t("chola.log.scores", { ...one, planned })).join("; ") || "none";
}
