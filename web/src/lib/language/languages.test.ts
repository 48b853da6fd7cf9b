import { afterEach, expect, test, vi } from "vitest";
import { bringWords, isPartly, languageAmong, listed, locale, speak, t } from "./i18n.svelte";
import { points } from "./numbers";

afterEach(() => speak("en"));

test("the browser's languages choose, the first that there is; else it is English", () => {
  expect(languageAmong(["nl-BE", "de-AT", "en"])).toBe("de");
  expect(languageAmong(["nl", "it-CH"])).toBe("en");
  expect(languageAmong([])).toBe("en");
  expect(languageAmong(["de_DE.UTF-8", "en"])).toBe("de");
});

test("tags that Intl refuses are passed over", () => {
  vi.stubGlobal("navigator", { languages: ["en-US@posix", "en_GB", "en-AU"] });
  expect(locale()).toBe("en-AU");
  vi.stubGlobal("navigator", { languages: ["en-US@posix"] });
  expect(locale()).toBe("en");
  expect(listed(["Asha", "Ravi"])).toBe("Asha and Ravi");
  vi.unstubAllGlobals();
});

test("another language is spoken at once, of games that are there and of those that come", async () => {
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

test("a game from another package brings its words, in English what it has not in the language that is spoken", async () => {
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
