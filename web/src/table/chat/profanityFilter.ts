/** Mask rude words for readers who want that. Other readers are not affected, and nothing is sent to the server. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { baseLanguage, currentLanguage } from "../../lib/language/i18n.svelte";
import lists from "./profanity.json";

const WORD = /[\p{L}\p{M}]+/gu;

/** Return a message as shown to this reader. */
export function maskRudeWords(text: string): string {
  return preferences.veil ? mask(text, [currentLanguage(), ...navigator.languages]) : text;
}

/** Mask words that are rude in these languages; a regional variant includes the words of its language. */
export function mask(text: string, languages: readonly string[]): string {
  const codes = new Set(languages.map(baseLanguage));
  const rude = new Set(
    Object.entries(lists).flatMap(([code, words]) => (codes.has(code) ? words.map(plain) : [])),
  );
  return text.replace(WORD, (word) => (rude.has(plain(word)) ? "•".repeat([...word].length) : word));
}

/** Match any spelling: in upper or lower case, with or without accents, with repeated letters; but ñ differs from n. */
function plain(word: string): string {
  const bare = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u0302\u0304-\u036f]/g, "");
  return bare.replace(/(.)\1+/gu, "$1");
}
