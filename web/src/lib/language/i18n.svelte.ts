/**
 * The message catalogue: ICU messages by key, of the hall and of every game that was loaded. The files stand beside the
 * rules, `messages/LANGUAGE.json`: English comes whole, other languages when they are spoken.
 */

import hall from "@mandapa/messages/en.json";
import languages from "@mandapa/messages/languages.json";
import IntlMessageFormat from "intl-messageformat";
import type { Translate } from "../../table/contract";

export type Language = keyof typeof languages;
/** The languages that there are: how each calls itself, and the rooms that it has words for, where it has not all. */
export const LANGUAGES: Record<Language, { name: string; rooms?: readonly string[] }> = languages;

/** Whose words: the hall's, which are there from the beginning, those of all tables, or a game's. */
type Room = "hall" | "table" | (string & {});
type Messages = Record<string, string>;

const catalogues = import.meta.glob<Messages>(
  [
    "@mandapa/messages/**/*.json",
    "!@mandapa/messages/{en,languages}.json",
    "@mandapa/games/*/content/messages/*.json",
  ],
  { import: "default" },
);

/** English: what a language lacks is told in it. */
let messages = $state.raw<Messages>(hall);
let language = $state<Language>("en");
/** In the language that is spoken; empty where that is English. */
let own = $state.raw<Messages>({});
/** For experts: every sentence gets `codes`, whether it tells coordinates and codes of pieces too; false, true, or where places are said in words "spoken", for screen readers, and "exact", to tell two turns apart. */
let codes = $state(false);
/** Whether the page has said something in English that the language has no words for yet. */
let partly = $state(false);
const compiled = new Map<string, IntlMessageFormat>();
/** What says the same whatever it is given, as most of a page does: nothing to fill in, nothing quoted. */
const PLAIN = /^[^{}']*$/;

/** With a true minus sign, as all numbers have it. */
function truly(numbers: Intl.NumberFormat): Intl.NumberFormat {
  const { format } = numbers;
  return Object.defineProperty(numbers, "format", {
    value: (value: number) => format(value).replace("-", "−"),
  });
}

/** What fills in numbers and plurals, made once for all sentences of a language: that takes longer than any use of it. */
const formatters = {
  getNumberFormat: once((tongue?: string | string[], how?: object) =>
    truly(new Intl.NumberFormat(tongue, how)),
  ),
  getDateTimeFormat: once((tongue?: string | string[], how?: object) => new Intl.DateTimeFormat(tongue, how)),
  getPluralRules: once((tongue?: string | string[], how?: object) => new Intl.PluralRules(tongue, how)),
};

// Whether the browser knows the language is found out by the formatters themselves; asked for it takes 10 ms of the first page.
IntlMessageFormat.resolveLocale = once((tongue) => new Intl.Locale(String(tongue)));

function once<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const found = made.get(key) ?? make(...given);
    made.set(key, found);
    return found;
  };
}

const rooms = new Set<Room>(["hall"]);

/** What is spoken; numbers are written in its way, since they stand within its sentences. */
export function spoken(): Language {
  return language;
}

/** The language in which a room is told: the one that is spoken, if that has words for it. */
export function tongueOf(room: Room): Language {
  return LANGUAGES[language].rooms?.includes(room) === false ? "en" : language;
}

/** How dates and lists are written: as in the person's own region, where it speaks the language. */
export function locale(): string {
  const regions = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  return regions.find((one) => baseLanguage(one) === language && isTag(one)) ?? language;
}

/** "de" of "de-AT", and of what some systems pass on to the browser: "de@euro", "de_DE.UTF-8". */
export function baseLanguage(tag: string): string {
  return tag.split(/[-_@.]/)[0] ?? "";
}

/** Whether `Intl` accepts a tag: it throws on "en-US@posix", which browsers may list all the same. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The first language of these that there is: ["nl-BE", "de-AT"] is "de"; English if there is none. */
export function languageAmong(wished: readonly string[]): Language {
  const plain = wished.map(baseLanguage);
  return plain.find((one): one is Language => one in LANGUAGES) ?? "en";
}

const folders: Record<Room, string> = { hall: "messages", table: "messages/table" };

async function words(room: Room, tongue: Language): Promise<Messages> {
  const file = `/mandapa/${folders[room] ?? `games/${room}/content/messages`}/${tongue}.json`;
  const found = Object.entries(catalogues).find(([path]) => path.endsWith(file));
  return found ? await found[1]() : await brought(room, tongue);
}

/** The words of a game from another package, which the server has. */
async function brought(game: Room, tongue: Language): Promise<Messages> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/words?lang=${tongue}`);
  return answer.ok ? await answer.json() : {};
}

/** Speaks another language from now on, as soon as its words are there. */
export async function speak(other: Language): Promise<void> {
  const all = other === "en" ? [] : await Promise.all([...rooms].map((room) => words(room, other)));
  own = Object.assign({}, ...all) as Messages;
  language = other;
}

/** Brings the words of a game or of all tables, in the language that is spoken. */
export async function bringWords(room: Room): Promise<void> {
  if (rooms.has(room)) return;
  const asked = language;
  const [english, more] = await Promise.all([words(room, "en"), asked === "en" ? {} : words(room, asked)]);
  addMessages(english);
  rooms.add(room);
  if (asked === language) own = { ...own, ...more };
  else await speak(language);
}

/** Adds English words. */
export function addMessages(more: Messages): void {
  messages = { ...messages, ...more };
}

export function speakCodes(on: boolean): void {
  codes = on;
}

export function hasMessage(key: string): boolean {
  return key in own || key in messages;
}

/** The sentence for the key that a game may bring, else the hall's own. */
export function special(key: string, otherwise: string): string {
  return t(hasMessage(key) ? key : otherwise);
}

/** What stands where there are no words: people never read keys. */
export const WORDLESS = "…";
const missed = new Set<string>();

/** A key without words, or without the parameters they need, is told to whoever develops, once. */
function miss(key: string): string {
  if (!missed.has(key)) console.error(`no words for ${key}`);
  missed.add(key);
  return WORDLESS;
}

/** The sentence for a key; `WORDLESS` where it or one of its parameters is missing. */
export const t: Translate = (key, params = {}) => {
  const message = own[key] ?? messages[key];
  if (message === undefined) return miss(key);
  const tongue = key in own ? language : "en";
  if (tongue !== language) noteGap();
  if (PLAIN.test(message)) return message;
  let format = compiled.get(`${tongue} ${message}`);
  if (!format) {
    format = new IntlMessageFormat(message, tongue, undefined, { ignoreTag: true, formatters });
    compiled.set(`${tongue} ${message}`, format);
  }
  try {
    const told = String(format.format({ codes, ...readable(params) }));
    return Object.values(params).flat().some(isNegative) ? told.replace(MINUS, "−") : told;
  } catch {
    return miss(key);
  }
};

/** A hyphen before a number that does not join it to what is before: numbers in sentences have a true minus sign. */
const MINUS = /(?<![\p{L}\p{N}])-(?=\d)/gu;

function isNegative(value: unknown): boolean {
  return typeof value === "number" && value < 0;
}

let noted = false;

/** Told once a page, and after what is being drawn. */
function noteGap(): void {
  if (noted) return;
  noted = true;
  queueMicrotask(() => {
    partly = true;
  });
}

/** What has no words at all, as with a game from elsewhere: told as it is, and the page says that it is English in part. */
export function asWritten(text: string): string {
  if (language !== "en" && text !== "") noteGap();
  return text;
}

/** Whether the page is in English in part, since the language has no words for something yet. */
export function isPartly(): boolean {
  return partly;
}

/** Another page is about to be drawn. */
export function turnPage(): void {
  noted = false;
  partly = false;
}

/** Cells travel as [x, y] and are written (x,y). A name that comes without its id has none: `other` is chosen. */
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

const tongues = once((language: string) => new Intl.DisplayNames(language, { type: "language" }));

/** What the language of a code is called in the one that is spoken. */
export function languageName(code: string): string {
  return tongues(language).of(code) ?? code;
}

/** "Languages: German and English", of people who say so; nothing of others. */
export function speaks(people: readonly { languages?: readonly string[] }[]): string {
  const codes = [...new Set(people.flatMap((one) => one.languages ?? []))];
  return codes.length > 0 ? t("face.speaks", { languages: listed(codes.map(languageName)) }) : "";
}

/** What is told in one line, each for itself: "free; may be chosen". */
export function apart(parts: readonly string[]): string {
  return parts.join(`${t("log.next")} `);
}

/** A name, and what there is to say of it: "Pond: Lady +2". */
export function headed(name: string, text: string): string {
  return t("log.action", { name, text });
}

/** Names as a sentence lists them: "Asha and Ravi". */
export function listed(names: string[]): string {
  return names.length < 2
    ? names.join("")
    : new Intl.ListFormat(locale(), { type: "conjunction" }).format(names);
}
