/** Chat of a table as seen by one person: history and incoming messages. */

import { hasMessage, t } from "../../lib/language/i18n.svelte";
import { ApiError, api, type ChatMessage } from "../../lib/server/api";

/** Quick messages, translated for each reader: for a running game, for spectators, and after the end. */
export const QUICK = {
  playing: ["hello", "your_turn", "one_moment", "take_back", "sorry", "well_played", "thanks"],
  watching: ["hello", "well_played", "thanks"],
  over: ["good_game", "well_played", "thanks"],
} as const;

export class Chat {
  /** All messages, including those of muted people. */
  private all = $state.raw<readonly ChatMessage[]>([]);
  private muted = $state.raw<ReadonlySet<string>>(new Set());
  /** My identity in this chat; null until known. */
  me = $state<string | null>(null);
  /** Visible messages, in order. */
  words = $derived(this.all.filter((word) => !this.muted.has(word.who)));
  /** People in this chat whom I have muted. */
  unread = $derived([
    ...new Map(this.all.filter((word) => this.muted.has(word.who)).map((word) => [word.who, word.name])),
  ]);
  /** Messages from other people since I last looked. */
  newCount = $state(0);
  /** The latest unread message, until it has been shown for a while. */
  last = $state.raw<ChatMessage | null>(null);
  /** Reason why my last request failed. */
  problem = $state<string | null>(null);

  constructor(private readonly table: string) {}

  /** Load the history, on opening and whenever messages may have been missed. */
  async load(): Promise<void> {
    const known = new Set(this.all.map((word) => word.id));
    const first = this.me === null;
    const talk = await this.attempt(() => api.words(this.table));
    if (!talk) return;
    this.me = talk.me ?? "";
    this.muted = new Set(talk.muted);
    this.all = merged(this.all, talk.words);
    if (!first)
      this.newCount += this.words.filter((word) => !known.has(word.id) && word.who !== this.me).length;
  }

  /** Add an incoming message. */
  receive(word: ChatMessage): void {
    if (this.all.some((one) => one.id === word.id)) return;
    this.all = merged(this.all, [word]);
    if (word.who === this.me || this.muted.has(word.who)) return;
    this.newCount += 1;
    this.last = word;
  }

  async say(text: string, quick = false): Promise<boolean> {
    const word = await this.attempt(() => api.say(this.table, text, quick));
    if (!word) return false;
    this.me = word.who;
    this.all = merged(this.all, [word]);
    return true;
  }

  async mute(who: string, on: boolean): Promise<void> {
    if (!(await this.attempt(() => api.mute(this.table, who, on)))) return;
    const muted = new Set(this.muted);
    if (on) muted.add(who);
    else muted.delete(who);
    this.muted = muted;
  }

  async report(word: ChatMessage): Promise<boolean> {
    return (await this.attempt(() => api.reportWord(this.table, word.id))) !== null;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const done = await work();
      this.problem = null;
      return done;
    } catch (error) {
      this.problem = error instanceof ApiError ? error.message : String(error);
      return null;
    }
  }
}

/** Remove duplicates, and sort by time. */
function merged(words: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...words, ...more].map((word) => [word.id, word]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Return the text of a message. */
export function messageText(word: ChatMessage): string {
  const key = `talk.quick.${word.text}`;
  return word.quick && hasMessage(key) ? t(key) : word.text;
}
