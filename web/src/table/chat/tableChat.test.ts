import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sound } from "../../lib/browser/sound";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { tableInfo, tableWith, wireSeat } from "../connection/tables.testing";
import { Announcer } from "../log/announcer.svelte";
import { SidePanels } from "../panels/sidePanels.svelte";
import { Chat } from "./chat.svelte";
import { TableChat } from "./tableChat.svelte";

beforeEach(() => void vi.stubGlobal("navigator", { languages: ["en"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function chatAt(seats = [wireSeat(0, "Asha", true), wireSeat(1, "Bala", false)], talk = true) {
  const table = tableWith(0, { table: tableInfo({ seats, talk }) });
  const panels = new SidePanels(table);
  const announcer = new Announcer(table, { module: null } as PlayedGame);
  return { panels, announcer, chat: new TableChat(table, new Chat("x"), panels, announcer) };
}

const word = { id: 1, who: "b", name: "Bala", text: "Well played", quick: false, at: "" };

test("chat is available if another person is or may be seated, and chat is allowed", () => {
  expect(chatAt().chat.possible).toBe(true);
  expect(chatAt(undefined, false).chat.possible).toBe(false);
  const alone = [wireSeat(0, "Asha", true), { ...wireSeat(1, "Adept", false), kind: "bot" as const }];
  expect(chatAt(alone).chat.possible).toBe(false);
  expect(chatAt([wireSeat(0, "Asha", true), { ...wireSeat(1, "", false), kind: "open" }]).chat.possible).toBe(
    true,
  );
});

test("messages are received, and counted as unread until viewed", () => {
  vi.spyOn(sound, "word").mockReturnValue();
  const { panels, announcer, chat } = chatAt();
  chat.chat.receive(word as Parameters<Chat["receive"]>[0]);
  chat.follow();
  expect(announcer.spoken).toBe(t("talk.says", { name: "Bala", text: "Well played" }));
  expect(sound.word).toHaveBeenCalledOnce();
  expect(chat.newCount).toBe(1);
  panels.show("talk", true);
  expect([chat.shown, chat.newCount]).toEqual([true, 0]);
});
