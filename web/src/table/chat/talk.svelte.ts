/** What is said at a table, as one person hears it: what was said before, and what comes in. */

import { hasMessage, t } from "../../lib/language/i18n.svelte";
import { ApiError, api, type SaidWord } from "../../lib/server/api";

/** Sentences that everybody reads in the own language: to a game that goes on, to one that is looked at, and when it is over. */
export const QUICK = {
  playing: ["hello", "your_turn", "one_moment", "take_back", "sorry", "well_played", "thanks"],
  watching: ["hello", "well_played", "thanks"],
  over: ["good_game", "well_played", "thanks"],
} as const;

export class Talk {
  /** All that was said, by those whom I do not want to hear too. */
  private all = $state.raw<readonly SaidWord[]>([]);
  private muted = $state.raw<ReadonlySet<string>>(new Set());
  /** Who I am here; null before that is known. */
  me = $state<string | null>(null);
  /** What I hear, in its order. */
  words = $derived(this.all.filter((word) => !this.muted.has(word.who)));
  /** Whom of those who have spoken I do not want to hear. */
  unheard = $derived([
    ...new Map(this.all.filter((word) => this.muted.has(word.who)).map((word) => [word.who, word.name])),
  ]);
  /** What others have said since I looked last. */
  fresh = $state(0);
  /** The last of that, until it has been shown for a while. */
  last = $state.raw<SaidWord | null>(null);
  /** Why the last thing that I wanted did not come about. */
  problem = $state<string | null>(null);

  constructor(private readonly table: string) {}

  /** Reads what was said, when somebody comes and whenever something may have been missed. */
  async load(): Promise<void> {
    const known = new Set(this.all.map((word) => word.id));
    const first = this.me === null;
    const talk = await this.attempt(() => api.words(this.table));
    if (!talk) return;
    this.me = talk.me ?? "";
    this.muted = new Set(talk.muted);
    this.all = merged(this.all, talk.words);
    if (!first) this.fresh += this.words.filter((word) => !known.has(word.id) && word.who !== this.me).length;
  }

  /** Somebody has said something just now. */
  hear(word: SaidWord): void {
    if (this.all.some((one) => one.id === word.id)) return;
    this.all = merged(this.all, [word]);
    if (word.who === this.me || this.muted.has(word.who)) return;
    this.fresh += 1;
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

  async report(word: SaidWord): Promise<boolean> {
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

/** All words once, in the order in which they were said. */
function merged(words: readonly SaidWord[], more: readonly SaidWord[]): SaidWord[] {
  const byId = new Map([...words, ...more].map((word) => [word.id, word]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** What somebody has said, in words. */
export function wordsOf(word: SaidWord): string {
  const key = `talk.quick.${word.text}`;
  return word.quick && hasMessage(key) ? t(key) : word.text;
}
