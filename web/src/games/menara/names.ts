/** Floors, bases, columns and cards in words. */
import type { Translate } from "../../table/contract";
import type { BaseId, Card, Colour, FloorName, Pile } from "./wire";

export const COLOURS: readonly Colour[] = ["yellow", "red", "black", "white", "blue"];
export const PILES: readonly Pile[] = ["blue", "yellow", "red"];
export type Columns = Record<Colour, number>;

export function colourName(colour: Colour, t: Translate): string {
  return t(`menara.colour.${colour}`);
}

export function floorName(floor: FloorName, t: Translate): string {
  return t("menara.floor", { floor });
}

/** "a" for the first base of a floor. */
export function baseLetter(base: number): string {
  return "abcdef"[base] ?? String(base);
}

/** "F07 b". */
export function baseText([floor, base]: BaseId): string {
  return `${floor} ${baseLetter(base)}`;
}

export function levelName(level: number, t: Translate): string {
  return level === 0 ? t("menara.level.base") : t("menara.level", { level });
}

/** "move two columns up". */
export function cardTask(card: Card, t: Translate): string {
  return t(`menara.card.${card.kind}`, { count: card.columns ?? 0 });
}

/** "red card: move two columns up; a new floor shows its dark side". */
export function cardWords(card: Card, t: Translate): string {
  return t("menara.card.words", {
    pile: t(`menara.pile.${card.pile}`),
    task: cardTask(card, t),
    rim: t(`menara.rim.${card.rim}`),
  });
}

/** Words that begin a sentence or a line. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "2 yellow, 1 blue"; "none" of nothing. */
export function columnsWords(columns: Columns, t: Translate): string {
  const words = COLOURS.flatMap((colour) =>
    columns[colour] > 0 ? [`${columns[colour]} ${colourName(colour, t)}`] : [],
  );
  return words.join(", ") || t("menara.none");
}

/** Every single column, by colour. */
export function eachOf(columns: Columns): Colour[] {
  return COLOURS.flatMap((colour) => Array<Colour>(Math.max(0, columns[colour])).fill(colour));
}

export function countOf(columns: Columns): number {
  return COLOURS.reduce((sum, colour) => sum + columns[colour], 0);
}

/** A piece of a log sentence as it is spoken: a colour, a floor or a base. */
export function codeName(code: string, t: Translate): string {
  if ((COLOURS as readonly string[]).includes(code)) return colourName(code as Colour, t);
  const [floor, base] = code.split(".");
  if (base === undefined) return floorName(code, t);
  return t("menara.base", { base: baseText([floor as string, Number(base)]) });
}

/** "bears 1.6 columns more". */
export function bearsWords(bears: number | null | undefined, t: Translate): string {
  if (bears === undefined) return "";
  return bears === null ? t("menara.bears.any") : t("menara.bears", { count: Math.max(0, bears).toFixed(1) });
}
