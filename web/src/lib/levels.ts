/** Computer players by name. */
import type { BotInfo } from "./api";
import { hasMessage, t } from "./i18n.svelte";

/** What people call a computer player: a level has a word of its own, others that a host offers bring their title. */
export function levelName(name: string, title = name): string {
  return hasMessage(`level.${name}`) ? t(`level.${name}`) : title;
}

/** What a computer player does; those that a host offers say it themselves. */
export function levelWords({ about, description }: BotInfo): string {
  return about && hasMessage(about.key) ? t(about.key, about) : description;
}
