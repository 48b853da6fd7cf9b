/** Computer players by name. */
import { hasMessage, t } from "./i18n.svelte";

/** What people call a computer player: a level has a word of its own, others that a host offers bring their title. */
export function levelName(name: string, title = name): string {
  return hasMessage(`level.${name}`) ? t(`level.${name}`) : title;
}
