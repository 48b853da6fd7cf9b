/** Shared test helpers: messages and seats. */

import hall from "@mandapa/messages/en.json";
import table from "@mandapa/messages/table/en.json";
import IntlMessageFormat from "intl-messageformat";
import type { SeatInfo, Translate } from "../table/contract";

/** Look up messages as the page does, but throw if one is missing. */
export function translator(messages: Record<string, string>): Translate {
  const catalogue: Record<string, string> = { ...hall, ...table, ...messages };
  return (key, params = {}) => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`no message ${key}`);
    const values = Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? written(value) : value,
    ]);
    const format = new IntlMessageFormat(message, "en", undefined, { ignoreTag: true });
    return String(format.format({ codes: false, planned: false, ...Object.fromEntries(values) }));
  };
}

/** Format cells as (x,y), as on the page; separate other lists by commas. */
function written(list: unknown[]): string {
  const isCell = list.length === 2 && list.every((one) => typeof one === "number");
  return isCell ? `(${list.join(",")})` : list.join(", ");
}

/** Return seats with these names, the first one at this device. */
export function seated(...names: string[]): SeatInfo[] {
  return names.map((name, seat) => ({
    seat,
    name,
    kind: "person",
    mine: seat === 0,
    connected: true,
    standIn: false,
  }));
}
