import { currentLanguage } from "./i18n.svelte";

/** Capitalize the start of a sentence or heading. */
export function capitalize(words: string): string {
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}
