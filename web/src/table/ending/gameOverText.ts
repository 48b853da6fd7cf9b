/** Text describing how a game ended. */
import { joinNames } from "../../lib/language/i18n.svelte";
import type { AnyView, GameModule, Translate } from "../contract";

/** Reason why a game ended early, and the name of the player who resigned. */
export interface EarlyEnd {
  why: string;
  name: string;
}

/** Return whether the game began: a table closed while waiting for players has nothing to review. */
export function hasBegun(seats: readonly { kind: string }[]): boolean {
  return seats.every((seat) => seat.kind !== "open");
}

export function gameOverText(
  module: GameModule | null,
  view: AnyView | null,
  winners: string[],
  ended: EarlyEnd | null,
  t: Translate,
): string {
  const said = { winners: joinNames(winners), count: winners.length };
  if (ended) return t(`over.${ended.why}`, { ...said, name: ended.name });
  return (view && module?.over?.(view, t)) ?? t("turn.over", said);
}

/** Return whether this viewer can ask for a rematch. */
export function mayPlayAgain(table: { you: readonly number[]; owner: boolean }): boolean {
  return table.you.length > 0 || table.owner;
}
