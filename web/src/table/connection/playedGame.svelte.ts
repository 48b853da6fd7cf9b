/** The game shown on a page: module, short title and bots, once loaded. */
import type { BotInfo, GameInfo } from "../../lib/server/api";
import { cachedTables } from "../../lib/server/cachedTables";
import { gameInfo, gameModule, shortTitle } from "../../lib/server/games";
import type { GameModule } from "../contract";

export class PlayedGame {
  module = $state.raw<GameModule | null>(null);
  title = $state("");
  bots = $state.raw<BotInfo[]>([]);
  /** True if a bot can adapt to the player. */
  adjusts = $state(false);
  /** True if players have secrets from each other. */
  secrets = $state(false);
  /** True if the game's part of the client failed to load. */
  failed = $state(false);

  async load(name: string): Promise<void> {
    const [module, info] = await Promise.all([gameModule(name), infoOf(name)]).catch((error) => {
      this.failed = true;
      throw error;
    });
    this.title = shortTitle(info?.title ?? name);
    this.bots = info?.bots ?? [];
    this.adjusts = info?.adjusts ?? false;
    this.secrets = info?.hidden_information ?? false;
    this.module = module;
  }
}

/** Return the game's description from the server, or that of a saved table. */
async function infoOf(name: string): Promise<GameInfo | null> {
  try {
    return await gameInfo(name);
  } catch (error) {
    const kept = (await cachedTables()).find(({ info }) => info.name === name);
    if (kept) return kept.info;
    throw error;
  }
}
