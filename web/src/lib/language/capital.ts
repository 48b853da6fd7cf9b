import { spoken } from "./i18n.svelte";

/** Words that begin a sentence or a heading. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(spoken()) + words.slice(1);
}
