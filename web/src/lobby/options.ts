import type { ApiError, GameInfo, OptionSpec } from "../lib/api";
import { capital } from "../lib/capital";
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

/** What is wrong with an option that was refused, in the form's own words; null where no option of the form was. */
export function complaint(
  game: GameInfo,
  options: Record<string, unknown>,
  { where, expected, message }: Pick<ApiError, "where" | "expected" | "message">,
): { option: string; words: string } | null {
  const option = game.options.find(({ name }) => where === `options.${name}`);
  if (!option) return null;
  const words = new Set([option.default, ...(option.choices ?? [])].filter((one) => typeof one === "string"));
  const named = (text: string): string =>
    [...words].reduce(
      (told, word) => told.replaceAll(new RegExp(`\\b${word}\\b`, "g"), valueName(game.name, option, word)),
      text,
    );
  const found = valueName(game.name, option, options[option.name] ?? option.default);
  const said = expected
    ? t("new-table.refused", { found, expected: named(expected) })
    : named(message.replace(new RegExp(`^${option.name}\\s?: `), ""));
  return { option: option.name, words: capital(said) };
}

/** The option that gives each seat its colour, if the game has one with so many players. */
export function colourOption(game: GameInfo, players: number): OptionSpec | undefined {
  return offered(game, players).find(({ kind, choices }) => kind === "colours" && choices);
}

/** The colour of each seat; the option's default where nobody has picked one. */
export function coloursBySeat(option: OptionSpec, players: number, value: unknown): string[] {
  const given = Array.isArray(value) ? value : [];
  return Array.from({ length: players }, (_, seat) =>
    option.choices?.includes(given[seat]) ? given[seat] : String(option.default),
  );
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
  const kept = Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
  const colours = colourOption(game, players);
  if (colours && Array.isArray(kept[colours.name]))
    kept[colours.name] = coloursBySeat(colours, players, kept[colours.name]);
  return kept;
}
