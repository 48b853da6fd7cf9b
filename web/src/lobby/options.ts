import type { GameInfo, OptionSpec } from "../lib/api";
import { asWritten, hasMessage, t } from "../lib/i18n.svelte";

/** The first of these messages that there is, else the server's own words. */
export function words(keys: string[], otherwise: string): string {
  const known = keys.find(hasMessage);
  return known ? t(known) : asWritten(otherwise);
}

/** What people call an option: the game's own word, that of its kind, or its name. */
export function labelOf(game: string, option: OptionSpec): string {
  const name = option.name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return words([`${game}.option.${option.name}`, `option.kind.${option.kind}`], name);
}

/** What people call a value of an option. */
export function valueName(game: string, option: OptionSpec, value: unknown): string {
  const keys = [`${game}.option.${option.name}`, `option.kind.${option.kind}`, "option"];
  return words(
    keys.map((key) => `${key}.${value}`),
    String(value).replaceAll("_", " "),
  );
}

/** A complaint about an option names it, and the values that it expects, as the form does. */
export function complaint(game: GameInfo, message: string): string {
  const option = game.options.find(({ name }) => new RegExp(`^${name}\\s?: `).test(message));
  if (!option) return message;
  const values = new Set(
    [option.default, ...(option.choices ?? [])].filter((one) => typeof one === "string"),
  );
  const label = labelOf(game.name, option);
  const said = message.slice(option.name.length);
  const named = (text: string): string =>
    [...values].reduce(
      (told, value) =>
        told.replaceAll(new RegExp(`\\b${value}\\b`, "g"), valueName(game.name, option, value)),
      text,
    );
  const [, found, expected] = /^: found '?(.*?)'?, expected (.*)$/s.exec(said) ?? [];
  if (found === undefined || expected === undefined) return `${label}${named(said)}`; // in another language
  return t("new-table.refused", { label, found: named(found), expected: named(expected) });
}

/** The options that there are with so many players. */
export function offered(game: GameInfo, players: number): OptionSpec[] {
  return game.options.filter((option) => option.players.includes(players));
}

/** What was chosen, as far as it is offered to so many players: what was chosen before a seat came or went may not be. */
export function chosen(
  game: GameInfo,
  players: number,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const names = offered(game, players).map((option) => option.name);
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}
