/** Initial settings of a new table: the one-click plan and the remembered choice. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { go } from "../../lib/browser/router.svelte";
import { api, type GameInfo, type NewTable, type SeatPlan } from "../../lib/server/api";

/** Stands for a level: the server chooses one that suits me. */
export const ADJUST = "adjust";

export interface QuickStart {
  players: number;
  bot: string;
}

/**
 * Return the last choice for this game, if still available; otherwise the defaults: opponents for a beginner, or
 * competent partners.
 */
export function lastChoice(game: GameInfo): QuickStart {
  const last = preferences.start[game.name];
  const fits = last && last.players >= game.players.min && last.players <= game.players.max;
  const usual = game.bots[game.adjusts ? 0 : Math.floor((game.bots.length - 1) / 2)]?.name ?? "";
  return {
    players: fits ? last.players : game.players.default,
    bot:
      (last?.bot === ADJUST && game.adjusts) || game.bots.some((bot) => bot.name === last?.bot)
        ? (last?.bot ?? usual)
        : usual,
  };
}

function remember(game: GameInfo, start: QuickStart): void {
  preferences.start = { ...preferences.start, [game.name]: { ...start } };
}

/** Open a table with these settings and go to it. */
export async function startNow(game: GameInfo, start: QuickStart): Promise<void> {
  remember(game, start);
  const { id } = await api.open(quickTable(game, start));
  go(`/t/${id}`);
}

export function seatsAgainstBots(start: QuickStart): SeatPlan[] {
  const bots = Array.from({ length: start.players - 1 }, (): SeatPlan => ({ kind: "bot", bot: start.bot }));
  return [{ kind: "me" }, ...bots];
}

/** Options whose defaults differ between people and programs. */
export function usualOptions(game: GameInfo): Record<string, unknown> {
  return Object.fromEntries(
    game.options
      .filter((option) => option.at_table !== option.default)
      .map((option) => [option.name, option.at_table]),
  );
}

function quickTable(game: GameInfo, start: QuickStart): NewTable {
  return {
    game: game.name,
    options: usualOptions(game),
    seats: seatsAgainstBots(start),
    spectators: true,
    confirm: true,
    listed: true,
    clock: null,
  };
}
