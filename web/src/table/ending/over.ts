/** The line that says how a game ended. */
import { listed } from "../../lib/language/i18n.svelte";
import type { AnyView, GameModule, Translate } from "../contract";

/** Why a game was over before its rules ended it, and the name of whoever resigned. */
export interface Ended {
  why: string;
  name: string;
}

/** Whether anything has been played: a table that was closed while it waited for people has nothing to look back at. */
export function hasBegun(seats: readonly { kind: string }[]): boolean {
  return seats.every((seat) => seat.kind !== "open");
}

export function overLine(
  module: GameModule | null,
  view: AnyView | null,
  winners: string[],
  ended: Ended | null,
  t: Translate,
): string {
  const said = { winners: listed(winners), count: winners.length };
  if (ended) return t(`over.${ended.why}`, { ...said, name: ended.name });
  return (view && module?.over?.(view, t)) ?? t("turn.over", said);
}

/** Whether this looker may ask for another game at the same table. */
export function mayPlayAgain(table: { you: readonly number[]; owner: boolean }): boolean {
  return table.you.length > 0 || table.owner;
}
