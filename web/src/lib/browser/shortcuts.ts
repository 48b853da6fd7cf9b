/** The keys of the hall's pages. Those of a single character can be switched off: voice control and weak hands press them by mistake. */
import { t } from "../language/i18n.svelte";
import { preferences } from "./preferences.svelte";

const KEYS = {
  tab: ["Tab", "keys.tab"],
  enter: ["Enter", "keys.enter"],
  step: ["← →", "keys.step"],
  log: ["↑ ↓", "keys.log"],
  page: ["Page ↓ ↑", "keys.step"],
  ends: ["Home End", "keys.ends"],
  escape: ["Esc", "keys.escape"],
  back: ["U", "actions.back"],
  hint: ["H", "actions.hint"],
  play: ["P", "review.play"],
  again: ["W", "again.show"],
  talk: ["C", "talk.open"],
  text: ["T", "bar.text-view"],
  keep: ["K", "result.keep"],
  seat: ["1 – 9", "keys.seat"],
  help: ["?", "keys.title"],
} as const;

export type KeyName = keyof typeof KEYS;

/** Keys of a single character. */
export const SINGLE: readonly KeyName[] = [
  "back",
  "hint",
  "play",
  "again",
  "talk",
  "text",
  "keep",
  "seat",
  "help",
];

/** A key of a single character was pressed, and these are switched off. */
export function switchedOff(event: KeyboardEvent): boolean {
  return !preferences.shortcuts && event.key.length === 1;
}

/** Keys with their meaning, for a list; `all` shows also those that are switched off. */
export function keyRows(names: readonly KeyName[], all = false): [string, string][] {
  const shown = names.filter((name) => all || preferences.shortcuts || !SINGLE.includes(name));
  return shown.map((name) => [KEYS[name][0], t(KEYS[name][1])]);
}
