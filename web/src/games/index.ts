/**
 * The boards that this client brings: one folder each, whose `index.ts` exports a GameModule as default.
 * A game without a folder here is shown by `table/DefaultBoard.svelte`.
 */
import type { GameModule } from "../table/contract";

const loaders = import.meta.glob<{ default: GameModule }>("./*/index.ts");

/** Whether this client brings a board for a game. */
export function hasBoard(name: string): boolean {
  return `./${name}/index.ts` in loaders;
}

/** The module of a game, loaded when first asked for; null when the client has no board of its own for it. */
export async function loadGame(name: string): Promise<GameModule | null> {
  const load = loaders[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}
