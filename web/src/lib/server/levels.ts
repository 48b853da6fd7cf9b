/** Computer players by name. */
import { SvelteMap } from "svelte/reactivity";
import { hasMessage, t } from "../language/i18n.svelte";
import type { BotInfo, GameInfo } from "./api";

/** What those call themselves that a host offers. */
const titles = new SvelteMap<string, string>();

/** Remembers the titles of the computer players of these games. */
export function withTitles(games: GameInfo[]): GameInfo[] {
  for (const bot of games.flatMap((game) => game.bots)) titles.set(bot.name, bot.title);
  return games;
}

/** What people call a computer player: a level has a word of its own, others that a host offers bring their title. */
export function levelName(name: string): string {
  return hasMessage(`level.${name}`) ? t(`level.${name}`) : (titles.get(name) ?? name);
}

/** What a computer player does; those that a host offers say it themselves. */
export function levelWords({ about, description }: BotInfo): string {
  return about && hasMessage(about.key) ? t(about.key, about) : description;
}
