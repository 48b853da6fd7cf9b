/** What a page shows a game with: its module, short title and computer players, as soon as they have come. */
import type { BotInfo } from "../lib/api";
import { gameInfo, gameModule, shortTitle } from "../lib/games";
import type { GameModule } from "./contract";

export class PlayedGame {
  module = $state.raw<GameModule | null>(null);
  title = $state("");
  bots = $state.raw<BotInfo[]>([]);
  /** Some know what others do not. */
  secrets = $state(false);
  /** The game's part of the client did not arrive. */
  failed = $state(false);

  async load(name: string): Promise<void> {
    const [module, info] = await Promise.all([gameModule(name), gameInfo(name)]).catch((error) => {
      this.failed = true;
      throw error;
    });
    this.title = shortTitle(info?.title ?? name);
    this.bots = info?.bots ?? [];
    this.secrets = info?.hidden_information ?? false;
    this.module = module;
  }
}
