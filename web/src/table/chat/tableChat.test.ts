import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sound } from "../../lib/browser/sound";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { tableInfo, tableWith, wireSeat } from "../connection/tables.testing";
import { Announcer } from "../log/announcer.svelte";
import { SidePanels } from "../panels/sidePanels.svelte";
import { Talk } from "./chat.svelte";
import { TableTalk } from "./tableChat.svelte";

beforeEach(() => void vi.stubGlobal("navigator", { languages: ["en"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function talkAt(seats = [wireSeat(0, "Asha", true), wireSeat(1, "Bala", false)], talk = true) {
  const table = tableWith(0, { table: tableInfo({ seats, talk }) });
  const panels = new SidePanels(table);
  const announcer = new Announcer(table, { module: null } as PlayedGame);
  return { panels, announcer, talk: new TableTalk(table, new Talk("x"), panels, announcer) };
}

const word = { id: 1, who: "b", name: "Bala", text: "Well played", quick: false, at: "" };

test("chat is available if another person is or may be seated, and chat is allowed", () => {
  expect(talkAt().talk.possible).toBe(true);
  expect(talkAt(undefined, false).talk.possible).toBe(false);
  const alone = [wireSeat(0, "Asha", true), { ...wireSeat(1, "Adept", false), kind: "bot" as const }];
  expect(talkAt(alone).talk.possible).toBe(false);
  expect(talkAt([wireSeat(0, "Asha", true), { ...wireSeat(1, "", false), kind: "open" }]).talk.possible).toBe(
    true,
  );
});

test("messages are received, and counted as unread until viewed", () => {
  vi.spyOn(sound, "word").mockReturnValue();
  const { panels, announcer, talk } = talkAt();
  talk.talk.hear(word as Parameters<Talk["hear"]>[0]);
  talk.follow();
  expect(announcer.spoken).toBe(t("talk.says", { name: "Bala", text: "Well played" }));
  expect(sound.word).toHaveBeenCalledOnce();
  expect(talk.fresh).toBe(1);
  panels.show("talk", true);
  expect([talk.shown, talk.fresh]).toEqual([true, 0]);
});
