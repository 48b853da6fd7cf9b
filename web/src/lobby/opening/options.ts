import { hasMessage, t, untranslated } from "../../lib/language/i18n.svelte";
import type { ApiError, GameInfo, OptionSpec } from "../../lib/server/api";

/** Return the first of these messages that exists, otherwise the server's own text. */
export function firstTranslation(keys: string[], otherwise: string): string {
  const known = keys.find(hasMessage);
  return known ? t(known) : untranslated(otherwise);
}

/** Return the label of an option: the game's own, that of its kind, or its name. */
export function labelOf(game: string, option: OptionSpec): string {
  const name = option.name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return firstTranslation([`${game}.option.${option.name}`, `option.kind.${option.kind}`], name);
}

/** Return the label of an option's value. */
export function valueName(game: string, option: OptionSpec, value: unknown): string {
  const keys = [`${game}.option.${option.name}`, `option.kind.${option.kind}`, "option"];
  return firstTranslation(
    keys.map((key) => `${key}.${value}`),
    String(value).replaceAll("_", " "),
  );
}

/** Return the rejected option of the form with the reason, or null. */
export function optionError(
  game: GameInfo,
  { where, message }: Pick<ApiError, "where" | "message">,
): { option: string; words: string } | null {
  const option = game.options.find(({ name }) => where === `options.${name}`);
  return option ? { option: option.name, words: message } : null;
}

/** Return the option for seat colours, if the game has one for this number of players. */
export function colourOption(game: GameInfo, players: number): OptionSpec | undefined {
  return availableOptions(game, players).find(({ kind, choices }) => kind === "colours" && choices);
}

/** Return the colour of each seat, by default that of the option's default. */
export function coloursBySeat(option: OptionSpec, players: number, value: unknown): string[] {
  const given = Array.isArray(value) ? value : [];
  return Array.from({ length: players }, (_, seat) =>
    option.choices?.includes(given[seat]) ? given[seat] : String(option.default),
  );
}

/** Return the options for this number of players. */
export function availableOptions(game: GameInfo, players: number): OptionSpec[] {
  return game.options.filter((option) => option.players.includes(players));
}

/** Return the chosen values that are valid for this number of players, which may have changed since. */
export function validOptions(
  game: GameInfo,
  players: number,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const names = availableOptions(game, players).map((option) => option.name);
  const kept = Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
  const colours = colourOption(game, players);
  if (colours && Array.isArray(kept[colours.name]))
    kept[colours.name] = coloursBySeat(colours, players, kept[colours.name]);
  return kept;
}
