/** What the server says about its games, fetched once, and the module that draws each. */
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

/** A title without its subtitle: "Kerala: The Way of the Elephant" is "Kerala". */
export function shortTitle(title: string): string {
  return title.split(":")[0] ?? title;
}

const ready = new Map<string, Promise<GameModule>>();

/** The module of a game, when its words are in the catalogue, too; the plain one for a game that brings none. */
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
