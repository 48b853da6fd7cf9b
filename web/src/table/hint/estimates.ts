/** The numbers of a hint as text, in the unit of the game. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { t } from "../../lib/language/i18n.svelte";
import { formatInUnit, formatPoints } from "../../lib/language/numbers";
import type { Hint, Unit } from "../../lib/server/api";
import type { GameModule, Message, SeatInfo } from "../contract";
import { sentence } from "../log/logText";

/** Format points as integers, or with decimals for experts. */
export function counted(value: number): number {
  return preferences.planning ? value : Math.round(value);
}

/** Return an estimate; null if the hint has no unit. */
export function estimate(value: number, unit: Unit | null): string | null {
  return unit === null ? null : formatInUnit(unit === "chance" ? value : counted(value), unit);
}

/** Return the current or expected score of the hint's seat; null if not shown. */
export function scoreOf(values: number[] | null | undefined, { seat, unit }: Hint): string | null {
  const value = values?.[seat];
  return value === undefined ? null : estimate(value, unit);
}

/** Return the sentence that explains the hint with its numbers. */
export function reasonOf(hint: Hint, seats: SeatInfo[], module: GameModule | null): string {
  const numbers = { before: scoreOf(hint.before, hint), expected: scoreOf(hint.expected, hint) };
  const message: Message = { ...hint.reason, params: { ...hint.reason.params, ...numbers } };
  return sentence(message, hint.seat, seats, "", module?.pieces);
}

/** Return the confidence that the turn beats the next best one; "" if unknown, or if the gain rounds to nothing. */
export function confidenceOf({ sure, close, unit }: Hint): string {
  if (!sure || close) return "";
  const [min, max, none] = [...sure, 0].map((value) => difference(value, unit));
  if (min === none) return "";
  return unit === "chance" ? t("hint.sure.chance", { min, max }) : t("hint.sure.points", { min, max });
}

/** Return the most important continuation, the reply to fear or the chance event to hope for; "" if there is none. */
export function continuationOf({ next, unit }: Hint, seats: SeatInfo[]): string {
  if (!next) return "";
  const size = difference(Math.abs(next.brings), unit);
  if (next.seat === null)
    return unit === "chance" ? t("hint.hope.chance", { gain: size }) : t("hint.hope.points", { gain: size });
  const name = seats[next.seat]?.name ?? "";
  return unit === "chance"
    ? t("hint.fear.chance", { name, lost: size })
    : t("hint.fear.points", { name, lost: size });
}

/** Return the difference of two results. */
function difference(value: number, unit: Unit | null): string {
  return unit === "chance" ? formatInUnit(value, "chance") : formatPoints(value);
}
