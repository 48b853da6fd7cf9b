/** Names of floors, bases, columns and cards. */

import { joinNames } from "../../../lib/language/i18n.svelte";
import { formatTenths } from "../../../lib/language/numbers";
import type { Translate } from "../../../table/contract";
import { type Which, whichOf } from "../board/shapes";
import { currentView } from "../hand/currentView.svelte";
import type { BaseId, Card, Colour, FloorName, Pile } from "../wire";

export const COLOURS: readonly Colour[] = ["yellow", "red", "black", "white", "blue"];
export const PILES: readonly Pile[] = ["blue", "yellow", "red"];
export type Columns = Record<Colour, number>;

export function colourName(colour: Colour, t: Translate): string {
  return t(`menara.colour.${colour}`);
}

/** Return the name of a floor: "the star". */
export function floorName(floor: FloorName, t: Translate): string {
  return t(`menara.floor.${floor}`);
}

/** Return the name of a floor as a label: "star". */
export function floorTag(floor: FloorName, t: Translate): string {
  return t(`menara.floor.${floor}.tag`);
}

/** Return the letter of a base: "a" for the first one of a floor. */
export function baseLetter(base: number): string {
  return "abcdef"[base] ?? String(base);
}

/** Return the code of a base: "F07 b". */
export function baseCode([floor, base]: BaseId): string {
  return `${floor} ${baseLetter(base)}`;
}

/** Return the name of a base: "the star", or "the star, left" if the floor has several bases of its colour. */
export function baseName(id: BaseId, which: Which | null, t: Translate): string {
  return t("menara.base", {
    code: baseCode(id),
    floor: floorName(id[0], t),
    floor_id: id[0],
    which: which ? t("menara.base.which", { ...which }) : "none",
  });
}

/** Describe the columns that carry a floor: "two columns of the star and the arch". */
export function coversWords(bases: readonly BaseId[], t: Translate): string {
  return t("menara.covers", {
    bases: bases.map(baseCode).join(", "),
    floors: floorList(
      bases.map(([floor]) => floor),
      t,
    ),
    count: bases.length,
  });
}

/** List floors, each once: "the star and the arch". */
export function floorList(floors: readonly FloorName[], t: Translate): string {
  return joinNames([...new Set(floors)].map((floor) => floorName(floor, t))) || t("menara.none");
}

export function levelName(level: number, t: Translate): string {
  return level === 0 ? t("menara.level.base") : t("menara.level", { level });
}

/** Return the task of a card: "move two columns up". */
export function cardTask(card: Card, t: Translate): string {
  return t(`menara.card.${card.kind}`, { count: card.columns ?? 0 });
}

/** Describe a card: "red card: move two columns up; a new floor shows its dark side". */
export function cardWords(card: Card, t: Translate): string {
  return t("menara.card.words", {
    pile: t(`menara.pile.${card.pile}`),
    pile_id: card.pile,
    task: cardTask(card, t),
    rim: t(`menara.rim.${card.rim}`),
    rim_id: card.rim,
  });
}

/** Return columns as text: "2 yellow, 1 blue", or "none" if empty. */
export function columnsWords(columns: Columns, t: Translate): string {
  const words = COLOURS.flatMap((colour) =>
    columns[colour] > 0
      ? [t("menara.columns", { count: columns[colour], colour: colourName(colour, t), colour_id: colour })]
      : [],
  );
  return words.join(", ") || t("menara.none");
}

/** Expand a count per colour into a list of columns. */
export function eachOf(columns: Columns): Colour[] {
  return COLOURS.flatMap((colour) => Array<Colour>(Math.max(0, columns[colour])).fill(colour));
}

export function countOf(columns: Columns): number {
  return COLOURS.reduce((sum, colour) => sum + columns[colour], 0);
}

/** Return a base as a code for the log: "F07.2", or "F07.2/1/3/across" with its position among those of its colour. */
export function placeCode([floor, base]: BaseId, which: Which | null | undefined): string {
  return [`${floor}.${base}`, ...(which ? [which.number, which.count, which.axis] : [])].join("/");
}

/** Return the spoken name of a log code: a colour, a floor or a base. */
export function codeName(code: string, t: Translate): string {
  if ((COLOURS as readonly string[]).includes(code)) return colourName(code as Colour, t);
  const [place = "", number, count, axis] = code.split("/");
  const [floor = "", base] = place.split(".");
  if (base === undefined) return floorName(floor, t);
  const id: BaseId = [floor, Number(base)];
  const which = axis
    ? { number: Number(number), count: Number(count), axis: axis as Which["axis"] }
    : currentView.view && whichOf(currentView.view, id);
  return baseName(id, which, t);
}

/** Describe the load capacity: "bears 1.6 columns more". */
export function bearsWords(bears: number | null | undefined, t: Translate): string {
  if (bears === undefined) return "";
  if (bears === null) return t("menara.bears.any");
  const number = Math.max(0, Math.round(bears * 10) / 10);
  return t("menara.bears", { number, count: formatTenths(number) });
}
