import { afterEach, expect, test, vi } from "vitest";
import { bringWords, isPartly, languageAmong, listed, locale, speak, t } from "./i18n.svelte";
import { points } from "./numbers";

afterEach(() => speak("en"));

test("the first available language of the browser is chosen, else English", () => {
  expect(languageAmong(["nl-BE", "de-AT", "en"])).toBe("de");
  expect(languageAmong(["nl", "it-CH"])).toBe("en");
  expect(languageAmong([])).toBe("en");
  expect(languageAmong(["de_DE.UTF-8", "en"])).toBe("de");
});

test("tags that Intl rejects are skipped", () => {
  vi.stubGlobal("navigator", { languages: ["en-US@posix", "en_GB", "en-AU"] });
  expect(locale()).toBe("en-AU");
  vi.stubGlobal("navigator", { languages: ["en-US@posix"] });
  expect(locale()).toBe("en");
  expect(listed(["Asha", "Ravi"])).toBe("Asha and Ravi");
  vi.unstubAllGlobals();
});

test("switching the language affects loaded games immediately, and later ones when they load", async () => {
  await bringWords("kerala");
  await speak("de");
  expect(t("settings.language")).toBe("Sprache");
  expect(t("kerala.status", { round: 3, rounds: 24 })).toBe("Runde 3 von 24");
  expect(listed(["Asha", "Ravi"])).toBe("Asha und Ravi");
  expect(points(-12.33)).toBe("−12,3");
  expect(t("kerala.status", { round: -17, rounds: "N-17" })).toBe("Runde −17 von N-17");
  await speak("en");
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
  await speak("de");
  await bringWords("frogs");
  expect(t("frogs.leaves", { count: 2 })).toBe("2 Blätter");
  expect(isPartly()).toBe(false);
  expect(t("frogs.jump")).toBe("Jump");
  await Promise.resolve();
  expect(isPartly()).toBe(true);
  vi.unstubAllGlobals();
});
