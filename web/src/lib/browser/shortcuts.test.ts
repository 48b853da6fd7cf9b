import { expect, test } from "vitest";
import { t } from "../language/i18n.svelte";
import { preferences } from "./preferences.svelte";
import { isDisabledKey, keyRows, SINGLE } from "./shortcuts";

const press = (key: string): KeyboardEvent => ({ key }) as KeyboardEvent;

test("single-character shortcuts can be switched off, the others stay", () => {
  preferences.shortcuts = true;
  expect(["u", "?", "1", "Enter"].filter((key) => isDisabledKey(press(key)))).toEqual([]);
  preferences.shortcuts = false;
  expect(["u", "?", "1", "Enter", "Escape", "ArrowLeft"].filter((key) => isDisabledKey(press(key)))).toEqual([
    "u",
    "?",
    "1",
  ]);
  expect(keyRows(["tab", "back", "escape"]).map(([key]) => key)).toEqual(["Tab", "Esc"]);
  expect(keyRows(SINGLE, true)).toHaveLength(SINGLE.length);
  preferences.shortcuts = true;
});

test("every shortcut has a description", () => {
  const names = ["tab", "enter", "step", "page", "ends", "escape", ...SINGLE] as const;
  for (const [, words] of keyRows(names, true)) {
    expect(words).not.toMatch(/^[a-z-]+\.[a-z-]+$/);
  }
  expect(t("keys.off")).not.toBe("keys.off");
});
