import { spoken } from "./i18n.svelte";

/** Capitalize the start of a sentence or heading. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(spoken()) + words.slice(1);
}
