/** Chat state of a running table: availability and unread messages. */

import { tick, untrack } from "svelte";
import { device } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import { t } from "../../lib/language/i18n.svelte";
import type { TableState } from "../connection/state.svelte";
import type { Announcer } from "../log/announcer.svelte";
import type { SidePanels } from "../panels/sidePanels.svelte";
import { type Chat, messageText } from "./chat.svelte";
import { maskRudeWords } from "./profanityFilter";

export class TableChat {
  constructor(
    private readonly table: TableState,
    readonly chat: Chat,
    private readonly panels: SidePanels,
    private readonly announcer: Announcer,
  ) {
    $effect(() => {
      if (this.possible && table.connection.phase === "online") untrack(() => void chat.load());
    });
    $effect(() => this.follow());
  }

  /**
   * True if other people are at the table or can still join.
   *
   * Derived, so that an effect that asks for it runs only when it changes, not whenever the history is loaded.
   */
  readonly possible = $derived.by(() => {
    const { table, chat } = this;
    if (table.table?.talk !== true) return false;
    if (table.mine.length === 0 || chat.words.length > 0) return true;
    return table.seats.some((seat) => seat.kind === "open" || (seat.kind === "person" && !seat.mine));
  });

  /** True if the chat is visible. */
  get shown(): boolean {
    return this.panels.selected === "talk" && (this.panels.raised || !device.phone);
  }

  /** Number of unread messages. */
  get newCount(): number {
    return this.shown ? 0 : this.chat.newCount;
  }

  /** Open the chat with the input field focused. */
  open(): void {
    this.panels.show("talk", true);
    void tick().then(() => document.getElementById("talk-text")?.focus());
  }

  /** Announce the latest message. */
  follow(): void {
    const word = this.chat.last;
    if (!word) return;
    untrack(() => {
      this.announcer.say(t("talk.says", { name: word.name, text: maskRudeWords(messageText(word)) }));
      sound.word();
    });
  }
}
