/** Rude words are shown as dots, to who wants it so: nobody else sees that, and nothing is sent. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { baseLanguage, spoken } from "../../lib/language/i18n.svelte";
import lists from "./rude.json";

const WORD = /[\p{L}\p{M}]+/gu;

/** What was said, as I want to read it. */
export function veil(text: string): string {
  return preferences.veil ? veiled(text, [spoken(), ...navigator.languages]) : text;
}

/** A text without the words that are rude in these languages; a region of a language has the words of the language. */
export function veiled(text: string, languages: readonly string[]): string {
  const codes = new Set(languages.map(baseLanguage));
  const rude = new Set(
    Object.entries(lists).flatMap(([code, words]) => (codes.has(code) ? words.map(plain) : [])),
  );
  return text.replace(WORD, (word) => (rude.has(plain(word)) ? "•".repeat([...word].length) : word));
}

/** However it is written: large or small, with or without accents, with letters drawn out; ñ is no n with an accent. */
function plain(word: string): string {
  const bare = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u0302\u0304-\u036f]/g, "");
  return bare.replace(/(.)\1+/gu, "$1");
}
