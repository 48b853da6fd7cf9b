/** Game descriptions from the server, fetched once, and the client modules of the games. */
import { loadGame, withWords } from "../../games";
import { defaultGame } from "../../table/board/defaultGame";
import type { GameModule } from "../../table/contract";
import { bringWords } from "../language/i18n.svelte";
import { api, type GameInfo } from "./api";
import { withTitles } from "./levels";

let list: Promise<GameInfo[]> | null = null;

export function gameList(): Promise<GameInfo[]> {
  if (!list) {
    list = api.games().then(withTitles).then(withWords);
    list.catch(() => {
      list = null;
    });
  }
  return list;
}

export async function gameInfo(name: string): Promise<GameInfo | null> {
  return (await gameList()).find((game) => game.name === name) ?? null;
}

/** Return a title without its subtitle: "Kerala" for "Kerala: The Way of the Elephant". */
export function shortTitle(title: string): string {
  return title.split(":")[0] ?? title;
}

const ready = new Map<string, Promise<GameModule>>();

/** Return the module of a game once its messages are loaded; the default module for a game without one. */
export function gameModule(name: string): Promise<GameModule> {
  let module = ready.get(name);
  if (!module) {
    module = bring(name);
    ready.set(name, module);
    module.catch(() => ready.delete(name));
  }
  return module;
}

async function bring(name: string): Promise<GameModule> {
  const [module] = await Promise.all([loadGame(name), bringWords(name)]);
  return module ?? defaultGame(name);
}
