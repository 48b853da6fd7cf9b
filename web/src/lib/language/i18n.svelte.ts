/**
 * Message catalogue: ICU messages by key, for the shell and every loaded game. English is bundled; other languages are
 * loaded on demand from `messages/LANGUAGE.json` next to the rules.
 */

import hall from "@mandapa/messages/en.json";
import languages from "@mandapa/messages/languages.json";
import IntlMessageFormat from "intl-messageformat";
import type { Translate } from "../../table/contract";

export type Language = keyof typeof languages;
/** Available languages: native names and, for partial translations, the translated scopes. */
export const LANGUAGES: Record<Language, { name: string; rooms?: readonly string[] }> = languages;

/** Scope of messages: the shell's, which are always present, those of all tables, or a game's. */
type Scope = "hall" | "table" | (string & {});
type Messages = Record<string, string>;

const catalogues = import.meta.glob<Messages>(
  [
    "@mandapa/messages/**/*.json",
    "!@mandapa/messages/{en,languages}.json",
    "@mandapa/games/*/content/messages/*.json",
  ],
  { import: "default" },
);

/** English messages: the fallback for missing translations. */
let messages = $state.raw<Messages>(hall);
let language = $state<Language>("en");
/** Messages in the current language; empty if that is English. */
let own = $state.raw<Messages>({});
/**
 * Value of `codes`, a parameter of every message that controls coordinates and codes of pieces: true or false or, where
 * places are described in words, "spoken" for screen readers and "exact" to distinguish two turns.
 */
let codes = $state(false);
/** True if the page has fallen back to English for a missing translation. */
let partly = $state(false);
const compiled = new Map<string, IntlMessageFormat>();
/** Messages without parameters or quoting, the majority. */
const PLAIN = /^[^{}']*$/;

/** Format a number with a true minus sign, as all numbers. */
function withTrueMinus(numbers: Intl.NumberFormat): Intl.NumberFormat {
  const { format } = numbers;
  return Object.defineProperty(numbers, "format", {
    value: (value: number) => format(value).replace("-", "−"),
  });
}

/** Formatter of numbers, created once for each language and format: creating one takes longer than using it. */
export const numberFormat: (tag?: string | string[], options?: object) => Intl.NumberFormat = once(
  (tag, options) => withTrueMinus(new Intl.NumberFormat(tag, options)),
);

const formatters = {
  getNumberFormat: numberFormat,
  getDateTimeFormat: once(
    (tag?: string | string[], options?: object) => new Intl.DateTimeFormat(tag, options),
  ),
  getPluralRules: once((tag?: string | string[], options?: object) => new Intl.PluralRules(tag, options)),
};

// The formatters detect whether the browser supports the language; asking separately takes 10 ms on the first page.
IntlMessageFormat.resolveLocale = once((tag) => new Intl.Locale(String(tag)));

function once<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const found = made.get(key) ?? make(...given);
    made.set(key, found);
    return found;
  };
}

/** Scopes whose messages are loaded. */
const loadedScopes = new Set<Scope>(["hall"]);

/** Current language; numbers use its format, since they are part of its sentences. */
export function currentLanguage(): Language {
  return language;
}

/** Language for a scope: the current one if it translates the scope, else English. */
export function languageFor(scope: Scope): Language {
  return LANGUAGES[language].rooms?.includes(scope) === false ? "en" : language;
}

/** Locale for dates and lists: the user's region if it uses the current language. */
export function locale(): string {
  const regions = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  return regions.find((one) => baseLanguage(one) === language && isTag(one)) ?? language;
}

/** Return "de" for "de-AT", and also for tags from some systems: "de@euro", "de_DE.UTF-8". */
export function baseLanguage(tag: string): string {
  return tag.split(/[-_@.]/)[0] ?? "";
}

/** Return whether `Intl` accepts a tag; it throws on "en-US@posix", which browsers may nevertheless list. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Return the first available language, or English: ["nl-BE", "de-AT"] gives "de". */
export function bestLanguage(preferred: readonly string[]): Language {
  const plain = preferred.map(baseLanguage);
  return plain.find((one): one is Language => one in LANGUAGES) ?? "en";
}

const folders: Record<Scope, string> = { hall: "messages", table: "messages/table" };

async function fetchMessages(scope: Scope, tag: Language): Promise<Messages> {
  const file = `/mandapa/${folders[scope] ?? `games/${scope}/content/messages`}/${tag}.json`;
  const found = Object.entries(catalogues).find(([path]) => path.endsWith(file));
  return found ? await found[1]() : await fetchPluginMessages(scope, tag);
}

/** Load the messages of a plugin game from the server. */
async function fetchPluginMessages(game: Scope, tag: Language): Promise<Messages> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/words?lang=${tag}`);
  return answer.ok ? await answer.json() : {};
}

/** Switch the language as soon as its messages are loaded. */
export async function setLanguage(other: Language): Promise<void> {
  const all =
    other === "en" ? [] : await Promise.all([...loadedScopes].map((scope) => fetchMessages(scope, other)));
  own = Object.assign({}, ...all) as Messages;
  language = other;
}

/** Load the messages of a game or of all tables, in the current language. */
export async function loadMessages(scope: Scope): Promise<void> {
  if (loadedScopes.has(scope)) return;
  const asked = language;
  const [english, more] = await Promise.all([
    fetchMessages(scope, "en"),
    asked === "en" ? {} : fetchMessages(scope, asked),
  ]);
  addMessages(english);
  loadedScopes.add(scope);
  if (asked === language) own = { ...own, ...more };
  else await setLanguage(language);
}

/** Add English messages. */
export function addMessages(more: Messages): void {
  messages = { ...messages, ...more };
}

export function setExpertCodes(on: boolean): void {
  codes = on;
}

export function hasMessage(key: string): boolean {
  return key in own || key in messages;
}

/** Return the message for a key that games can override. */
export function gameMessageOrDefault(key: string, otherwise: string): string {
  return t(hasMessage(key) ? key : otherwise);
}

/** Placeholder for a missing message: users never see keys. */
export const MISSING_MESSAGE = "…";
const missed = new Set<string>();

/** Report a key without a message, or without required parameters, to developers, once. */
function miss(key: string): string {
  if (!missed.has(key)) console.error(`no words for ${key}`);
  missed.add(key);
  return MISSING_MESSAGE;
}

/** Return the message for a key; `MISSING_MESSAGE` if it or one of its parameters is missing. */
export const t: Translate = (key, params = {}) => {
  const message = own[key] ?? messages[key];
  if (message === undefined) return miss(key);
  const tag = key in own ? language : "en";
  if (tag !== language) noteGap();
  if (PLAIN.test(message)) return message;
  let format = compiled.get(`${tag} ${message}`);
  if (!format) {
    format = new IntlMessageFormat(message, tag, undefined, { ignoreTag: true, formatters });
    compiled.set(`${tag} ${message}`, format);
  }
  try {
    const formatted = String(format.format({ codes, ...readable(params) }));
    return Object.values(params).flat().some(isNegative) ? formatted.replace(MINUS, "−") : formatted;
  } catch {
    return miss(key);
  }
};

/** A hyphen before a number that does not join it to preceding text, to be replaced by a true minus sign. */
const MINUS = /(?<![\p{L}\p{N}])-(?=\d)/gu;

function isNegative(value: unknown): boolean {
  return typeof value === "number" && value < 0;
}

let noted = false;

/** True once the page has used an untranslated text; set after the current rendering. */
function noteGap(): void {
  if (noted) return;
  noted = true;
  queueMicrotask(() => {
    partly = true;
  });
}

/** Return text without translations, as of a third-party game, and mark the page as partly English. */
export function untranslated(text: string): string {
  if (language !== "en" && text !== "") noteGap();
  return text;
}

/** Return whether the page is partly in English because translations are missing. */
export function isPartlyEnglish(): boolean {
  return partly;
}

/** Reset the mark for the next page. */
export function resetPageLanguage(): void {
  noted = false;
  partly = false;
}

/**
 * Format parameters: cells arrive as [x, y] and become "(x,y)". A name without an id gets an empty one, which selects
 * `other`.
 */
function readable(params: Record<string, unknown>): Record<string, string | number | boolean | null> {
  const out: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(params)) {
    out[name] = Array.isArray(value) ? cellOrList(value) : (value as string | number | boolean | null);
    if (typeof value === "string" && !(`${name}_id` in params)) out[`${name}_id`] = "";
  }
  return out;
}

function cellOrList(value: unknown[]): string {
  const isCell = value.length === 2 && value.every((one) => typeof one === "number");
  return isCell ? `(${value.join(",")})` : value.join(", ");
}

const languageNames = once((language: string) => new Intl.DisplayNames(language, { type: "language" }));

/** Return the name of a language, by code, in the current language. */
export function languageName(code: string): string {
  return languageNames(language).of(code) ?? code;
}

/** Return "Languages: German and English" for a player who has listed them, otherwise "". */
export function languagesText(people: readonly { languages?: readonly string[] }[]): string {
  const codes = [...new Set(people.flatMap((one) => one.languages ?? []))];
  return codes.length > 0 ? t("face.speaks", { languages: joinNames(codes.map(languageName)) }) : "";
}

/** Join separate facts in one line: "free; may be chosen". */
export function joinFacts(parts: readonly string[]): string {
  return parts.join(`${t("log.next")} `);
}

/** Return a name with its description: "Pond: Lady +2". */
export function withLabel(name: string, text: string): string {
  return t("log.action", { name, text });
}

/** Join names as a sentence does: "Asha and Ravi". */
export function joinNames(names: string[]): string {
  return names.length < 2
    ? names.join("")
    : new Intl.ListFormat(locale(), { type: "conjunction" }).format(names);
}
