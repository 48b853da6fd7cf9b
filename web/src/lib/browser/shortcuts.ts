/**
 * Keyboard shortcuts of the pages. Single-character shortcuts can be disabled, because voice control and tremor can
 * trigger them by mistake.
 */
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

/** Single-character keys. */
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

/** Return whether the key is a disabled single-character shortcut. */
export function isDisabledKey(event: KeyboardEvent): boolean {
  return !preferences.shortcuts && event.key.length === 1;
}

/** Action of a key on a page, and the condition for it. */
export interface Command {
  key: string | RegExp;
  /** Condition; omitted if the shortcut always applies. */
  when?(event: KeyboardEvent): unknown;
  run(event: KeyboardEvent): void;
}

/**
 * Run the first command bound to the pressed key. If the target handles keys itself (`reserved`, such as a text field),
 * do nothing, except that Escape leaves an empty field.
 */
export function runCommand(event: KeyboardEvent, commands: readonly Command[], reserved: string): void {
  const target = event.target as HTMLElement;
  const leaving =
    event.key === "Escape" && target.closest("dialog") === null && !(target as HTMLInputElement).value;
  if (target.closest(reserved) !== null && !leaving) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isDisabledKey(event)) return;
  const command = commands.find(({ key, when = always }) => isKey(event.key, key) && when(event));
  if (!command) return;
  event.preventDefault();
  command.run(event);
}

function always(): true {
  return true;
}

function isKey(pressed: string, key: string | RegExp): boolean {
  return typeof key === "string" ? pressed === key : key.test(pressed);
}

/** Keys and descriptions for the shortcut list; `all` includes disabled ones. */
export function keyRows(names: readonly KeyName[], all = false): [string, string][] {
  const shown = names.filter((name) => all || preferences.shortcuts || !SINGLE.includes(name));
  return shown.map((name) => [KEYS[name][0], t(KEYS[name][1])]);
}
