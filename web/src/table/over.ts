/** The line that says how a game ended. */
import { listed } from "../lib/i18n.svelte";
import type { GameModule, Translate } from "./contract";

// biome-ignore lint/suspicious/noExplicitAny: the shape of a view belongs to the game
export function overLine(module: GameModule | null, view: any, winners: string[], t: Translate): string {
  return module?.over?.(view, t) ?? t("turn.over", { winners: listed(winners), count: winners.length });
}
