import { afterEach, expect, test, vi } from "vitest";
import {
  bestLanguage,
  isPartlyEnglish,
  joinNames,
  loadMessages,
  locale,
  setLanguage,
  t,
} from "./i18n.svelte";
import { formatPoints } from "./numbers";

afterEach(() => setLanguage("en"));

test("the first available language of the browser is chosen, else English", () => {
  expect(bestLanguage(["nl-BE", "de-AT", "en"])).toBe("de");
  expect(bestLanguage(["nl", "it-CH"])).toBe("en");
  expect(bestLanguage([])).toBe("en");
  expect(bestLanguage(["de_DE.UTF-8", "en"])).toBe("de");
});

test("tags that Intl rejects are skipped", () => {
  vi.stubGlobal("navigator", { languages: ["en-US@posix", "en_GB", "en-AU"] });
  expect(locale()).toBe("en-AU");
  vi.stubGlobal("navigator", { languages: ["en-US@posix"] });
  expect(locale()).toBe("en");
  expect(joinNames(["Asha", "Ravi"])).toBe("Asha and Ravi");
  vi.unstubAllGlobals();
});

test("switching the language affects loaded games immediately, and later ones when they load", async () => {
  await loadMessages("kerala");
  await setLanguage("de");
  expect(t("settings.language")).toBe("Sprache");
  expect(t("kerala.status", { round: 3, rounds: 24 })).toBe("Runde 3 von 24");
  expect(joinNames(["Asha", "Ravi"])).toBe("Asha und Ravi");
  expect(formatPoints(-12.33)).toBe("−12,3");
  expect(t("kerala.status", { round: -17, rounds: "N-17" })).toBe("Runde −17 von N-17");
  await setLanguage("en");
  expect(t("kerala.status", { round: 3, rounds: 24 })).toBe("Round 3 of 24");
});

test("a game package brings its catalogue, with English for missing translations", async () => {
  const said: Record<string, Record<string, string>> = {
    en: { "frogs.jump": "Jump", "frogs.leaves": "{count, plural, one {# leaf} other {# leaves}}" },
    de: { "frogs.leaves": "{count, plural, one {# Blatt} other {# Blätter}}" },
  };
  vi.stubGlobal("fetch", async (address: string) => {
    expect(address).toContain("/api/games/frogs/words");
    return { ok: true, json: async () => said[address.split("lang=")[1] ?? ""] };
  });
  await setLanguage("de");
  await loadMessages("frogs");
  expect(t("frogs.leaves", { count: 2 })).toBe("2 Blätter");
  expect(isPartlyEnglish()).toBe(false);
  expect(t("frogs.jump")).toBe("Jump");
  await Promise.resolve();
  expect(isPartlyEnglish()).toBe(true);
  vi.unstubAllGlobals();
});
