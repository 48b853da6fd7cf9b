/** The message catalogue: ICU messages by key, of the hall and of every game that was loaded. */
import IntlMessageFormat from "intl-messageformat";
import hall from "../locales/en.json";
import type { Translate } from "../table/contract";

const LOCALE = "en";

let messages = $state.raw<Record<string, string>>(hall);
const compiled = new Map<string, IntlMessageFormat>();

/** Adds a game's messages. */
export function addMessages(more: Record<string, string>): void {
  messages = { ...messages, ...more };
}

export function hasMessage(key: string): boolean {
  return key in messages;
}

/** The sentence for the key that a game may bring, else the hall's own. */
export function special(key: string, otherwise: string): string {
  return t(hasMessage(key) ? key : otherwise);
}

/** The sentence for a key; a missing key or parameter shows as the key itself, so that it is noticed. */
export const t: Translate = (key, params = {}) => {
  const message = messages[key];
  if (message === undefined) return key;
  let format = compiled.get(message);
  if (!format) {
    format = new IntlMessageFormat(message, LOCALE, undefined, { ignoreTag: true });
    compiled.set(message, format);
  }
  try {
    return String(format.format(readable(params)));
  } catch {
    return key;
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
