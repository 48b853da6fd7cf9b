/**
 * Game boards of this client: one folder each, whose `index.ts` exports a GameModule as default. Games without a folder
 * use `table/board/DefaultBoard.svelte`.
 */
import { loadMessages } from "../lib/language/i18n.svelte";
import type { GameModule } from "../table/contract";

const loaders = import.meta.glob<{ default: GameModule }>("./*/index.ts");

/** Return true if this client has a board for a game. */
export function hasBoard(name: string): boolean {
  return `./${name}/index.ts` in loaders;
}

/** Return the games once the texts of plugin games have loaded; those of built-in games are part of the client. */
export async function withMessages<Game extends { name: string }>(games: Game[]): Promise<Game[]> {
  const others = games.filter(({ name }) => !hasBoard(name));
  await Promise.all(others.map(({ name }) => loadMessages(name).catch(() => undefined)));
  return games;
}

/** Load the module of a game on first use; null if the client has no board for it. */
export async function loadGame(name: string): Promise<GameModule | null> {
  const load = loaders[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}
