/** Display names of bots. */
import { SvelteMap } from "svelte/reactivity";
import { hasMessage, t } from "../language/i18n.svelte";
import type { BotInfo, GameInfo } from "./api";

/** Titles of the host's own bots. */
const titles = new SvelteMap<string, string>();

/** Store the titles of these games' bots. */
export function storeBotTitles(games: GameInfo[]): GameInfo[] {
  for (const bot of games.flatMap((game) => game.bots)) titles.set(bot.name, bot.title);
  return games;
}

/** Return the display name of a bot: levels have catalogue names, the host's own bots their title. */
export function levelName(name: string): string {
  return hasMessage(`level.${name}`) ? t(`level.${name}`) : (titles.get(name) ?? name);
}

/** Return the description of a bot; the host's own bots provide their own. */
export function levelWords({ about, description }: BotInfo): string {
  return about && hasMessage(about.key) ? t(about.key, about) : description;
}
