/** The message catalogue: ICU messages by key, of the hall and of every game that was loaded. */
import IntlMessageFormat from "intl-messageformat";
import hall from "../locales/en.json";
import type { Translate } from "../table/contract";

const LOCALE = "en";

let messages = $state.raw<Record<string, string>>(hall);
/** For experts: every sentence gets `codes`, whether it tells coordinates and codes of pieces too; false, true, or "spoken" where places are said in words. */
let codes = $state(false);
const compiled = new Map<string, IntlMessageFormat>();

/** Adds a game's messages. */
export function addMessages(more: Record<string, string>): void {
  messages = { ...messages, ...more };
}

export function speakCodes(on: boolean): void {
  codes = on;
}

export function hasMessage(key: string): boolean {
  return key in messages;
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
  const message = messages[key];
  if (message === undefined) return miss(key);
  let format = compiled.get(message);
  if (!format) {
    format = new IntlMessageFormat(message, LOCALE, undefined, { ignoreTag: true });
    compiled.set(message, format);
  }
  try {
    return String(format.format({ codes, ...readable(params) }));
  } catch {
    return miss(key);
  }
};

/** Cells travel as [x, y] and are written (x,y). */
function readable(params: Record<string, unknown>): Record<string, string | number | boolean | null> {
  const out: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(params)) {
    out[name] = Array.isArray(value) ? cellOrList(value) : (value as string | number | boolean | null);
  }
  return out;
}

function cellOrList(value: unknown[]): string {
  const isCell = value.length === 2 && value.every((one) => typeof one === "number");
  return isCell ? `(${value.join(",")})` : value.join(", ");
}

/** Names as a sentence lists them: "Asha and Ravi". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(names);
}
