import type { GameInfo, OptionSpec } from "../lib/api";

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
