/** Summaries of my finished games. */
import type { PlayedGame } from "../lib/server/api";

/** Games of one kind: number played, number won, and the completed one with the highest score. */
export interface Sum {
  kind: string;
  played: number;
  won: number;
  best: PlayedGame | null;
}

/** Return one line per kind of game, the most frequent first. */
export function totalsByKind(games: readonly PlayedGame[], kindOf: (game: PlayedGame) => string): Sum[] {
  const found = new Map<string, PlayedGame[]>();
  for (const game of games) found.set(kindOf(game), [...(found.get(kindOf(game)) ?? []), game]);
  return [...found]
    .map(([kind, played]) => ({
      kind,
      played: played.length,
      won: played.filter((one) => one.won).length,
      best: played.filter((one) => one.whole).toSorted((a, b) => b.points - a.points)[0] ?? null,
    }))
    .sort((a, b) => b.played - a.played);
}

/** Return one line per number of players, smallest first. */
export function totalsByPlayers(games: readonly PlayedGame[]): Sum[] {
  return totalsByKind(games, (one) => String(one.players)).sort((a, b) => Number(a.kind) - Number(b.kind));
}

/** Return the kind of opponents: "people", "alone", the name of a bot, or "several" bots. */
export function opponentKind({ people, bots }: PlayedGame): string {
  const [first, ...others] = new Set(bots);
  if (people > 0) return "people";
  if (first === undefined) return "alone";
  return others.length > 0 ? "several" : first;
}

/** Return the average loss per decision in probability to win; null without decisions. */
export function errorRate(games: readonly PlayedGame[]): number | null {
  const decisions = games.reduce((sum, { judged }) => sum + (judged?.decisions ?? 0), 0);
  const lost = games.reduce((sum, { judged }) => sum + (judged?.lost_chance ?? 0), 0);
  return decisions > 0 ? lost / decisions : null;
}

/** Return the error rates of the analysed games, oldest first. */
export function errorRates(games: readonly PlayedGame[]): number[] {
  return games
    .map((game) => errorRate([game]))
    .filter((rate) => rate !== null)
    .reverse();
}

type Phase = NonNullable<PlayedGame["judged"]>["phases"][number];

/** Return decisions and grades of all analysed games, by thirds of the game. */
export function phases(games: readonly PlayedGame[]): Phase[] {
  const sum: Phase[] = [];
  for (const { judged } of games)
    for (const [index, more] of (judged?.phases ?? []).entries()) {
      const one = sum[index] ?? { decisions: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
      sum[index] = {
        decisions: one.decisions + more.decisions,
        inaccuracy: one.inaccuracy + more.inaccuracy,
        mistake: one.mistake + more.mistake,
        blunder: one.blunder + more.blunder,
      };
    }
  return sum;
}

type Column = (game: PlayedGame) => string | number | undefined;

const COLUMNS: Record<string, Column> = {
  id: (game) => game.id,
  finished: (game) => game.updated,
  game: (game) => game.game,
  players: (game) => game.players,
  people: (game) => game.people,
  bots: (game) => game.bots.join(" "),
  points: (game) => game.points,
  rank: (game) => game.rank,
  won: (game) => Number(game.won),
  whole: (game) => Number(game.whole),
  lost_chance: (game) => game.judged?.lost_chance,
};

for (const third of [1, 2, 3])
  for (const mark of ["decisions", "inaccuracy", "mistake", "blunder"] as const)
    COLUMNS[`${mark}_${third}`] = ({ judged }) => judged?.phases[third - 1]?.[mark];

/** Return one line per game as CSV; column names are the same in every language. */
export function csv(games: readonly PlayedGame[]): string {
  const rows = games.map((game) => Object.values(COLUMNS).map((column) => column(game) ?? ""));
  return [Object.keys(COLUMNS), ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
