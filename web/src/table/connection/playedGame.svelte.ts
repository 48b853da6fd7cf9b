/** What a page shows a game with: its module, short title and computer players, as soon as they have come. */
import type { BotInfo, GameInfo } from "../../lib/server/api";
import { gameInfo, gameModule, shortTitle } from "../../lib/server/games";
import { keptTables } from "../../lib/server/kept";
import type { GameModule } from "../contract";

export class PlayedGame {
  module = $state.raw<GameModule | null>(null);
  title = $state("");
  bots = $state.raw<BotInfo[]>([]);
  /** Whether a computer player may adjust to me. */
  adjusts = $state(false);
  /** Some know what others do not. */
  secrets = $state(false);
  /** The game's part of the client did not arrive. */
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

/** What the server says about a game, or said when a table of it was kept. */
async function infoOf(name: string): Promise<GameInfo | null> {
  try {
    return await gameInfo(name);
  } catch (error) {
    const kept = (await keptTables()).find(({ info }) => info.name === name);
    if (kept) return kept.info;
    throw error;
  }
}
