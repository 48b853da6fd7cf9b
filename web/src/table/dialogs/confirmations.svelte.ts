/** Actions chosen outside the board, as in the text view, need the game's confirmation before they are sent. */

import type { Session } from "../connection/session.svelte";
import type { AnyPreview, GameModule, Translate } from "../contract";

export class ActionConfirmation {
  /** The open question, and the action that awaits the answer. */
  question = $state.raw<{ action: string; words: string } | null>(null);

  constructor(
    private readonly session: Pick<Session, "act" | "requestPreview"> & {
      state: { seq: number; previews: AnyPreview[] };
    },
    private readonly module: () => GameModule | null,
    private readonly t: Translate,
  ) {}

  async confirmAndSend(action: string): Promise<void> {
    const doubt = this.module()?.confirmation;
    if (!doubt) {
      this.session.act(action);
      return;
    }
    const { seq } = this.session.state;
    const preview = await this.previewOf(action);
    if (preview === null || this.session.state.seq !== seq) return;
    const words = doubt(preview, this.t);
    if (words === null) this.session.act(action);
    else this.question = { action, words };
  }

  /** Preview of the action, requested if unknown; null if superseded by a newer request. */
  private async previewOf(action: string): Promise<AnyPreview | null> {
    const known = this.session.state.previews.find((one) => one.action === action);
    return known ?? (await this.session.requestPreview([action]));
  }

  answer(yes: boolean): void {
    if (yes && this.question) this.session.act(this.question.action);
    this.question = null;
  }
}
