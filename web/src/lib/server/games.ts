/** Game descriptions from the server, fetched once, and the client modules of the games. */
import { loadGame, withMessages } from "../../games";
import { defaultGame } from "../../table/board/defaultGame";
import type { GameModule } from "../../table/contract";
import { loadMessages } from "../language/i18n.svelte";
import { api, type GameInfo } from "./api";
import { storeBotTitles } from "./levels";

let list: Promise<GameInfo[]> | null = null;

export function gameList(): Promise<GameInfo[]> {
  if (!list) {
    list = api.games().then(storeBotTitles).then(withMessages);
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
    module = loadModule(name);
    ready.set(name, module);
    module.catch(() => ready.delete(name));
  }
  return module;
}

async function loadModule(name: string): Promise<GameModule> {
  const [module] = await Promise.all([loadGame(name), loadMessages(name)]);
  return module ?? defaultGame(name);
}
