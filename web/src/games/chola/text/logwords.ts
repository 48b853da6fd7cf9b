/** What sentences of the log say of a Build: its stones colour by colour, and who scores for it. */
import type { SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import type { Gain } from "../wire";
import { partsWords } from "./names";
import { sum } from "./pieces";

/** Parameters of a log message in words, or as codes of pieces, made of those that the server sent; `seat` acts. */
export function logWords(
  { placed, gains, planned }: Record<string, unknown>,
  seats: readonly SeatInfo[],
  t: Translate,
  seat: number | null,
): Record<string, string | string[]> {
  return {
    ...(Array.isArray(placed) && { placed: byColour(placed) }),
    ...(gains !== undefined && {
      paid: scoresWords(gains as Record<string, Gain>, seat, planned === true, seats, t),
    }),
  };
}

/** Placed stones with those of one colour as one piece: "Wa1", "Wb1" become "Wa1+b1". */
export function byColour(placed: readonly string[]): string[] {
  const squares = new Map<string, string[]>();
  for (const code of placed)
    squares.set(code[0] ?? "", [...(squares.get(code[0] ?? "") ?? []), code.slice(1)]);
  return [...squares].map(([letter, list]) => letter + list.join("+"));
}

/** What a Build earned, first for who built: "scores 7 points (own pattern); Ravi scores 2 points (pattern)", or "none". */
function scoresWords(
  gains: Readonly<Record<string, Gain>>,
  builder: number | null,
  planned: boolean,
  seats: readonly SeatInfo[],
  t: Translate,
): string {
  const told = Object.entries(gains).map(([index, rows]) => {
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
  const first = [...told.filter((one) => one.own), ...told.filter((one) => !one.own)];
  return first.map((one) => t("chola.log.scores", { ...one, planned })).join("; ") || "none";
}
