import { afterEach, expect, test } from "vitest";
import { bringWords, languageAmong, listed, speak, t } from "./i18n.svelte";
import { points } from "./numbers";

afterEach(() => speak("en"));

test("the browser's languages choose, the first that there is; else it is English", () => {
  expect(languageAmong(["nl-BE", "de-AT", "en"])).toBe("de");
  expect(languageAmong(["nl", "it-CH"])).toBe("en");
  expect(languageAmong([])).toBe("en");
});

test("another language is spoken at once, of games that are there and of those that come", async () => {
  await bringWords("kerala");
  await speak("de");
  expect(t("settings.language")).toBe("Sprache");
  expect(t("kerala.status", { round: 3, rounds: 24 })).toBe("Runde 3 von 24");
  expect(listed(["Asha", "Ravi"])).toBe("Asha und Ravi");
  expect(points(-12.33)).toBe("−12,3");
  await speak("en");
  expect(t("kerala.status", { round: 3, rounds: 24 })).toBe("Round 3 of 24");
});
