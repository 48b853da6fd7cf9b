import { beforeEach, expect, test, vi } from "vitest";
import type { ChatMessage } from "../../lib/server/api";
import { Chat, messageText, QUICK } from "./chat.svelte";

const said = vi.hoisted(() => ({ words: [] as ChatMessage[], muted: [] as string[] }));
vi.mock("../../lib/server/api", () => ({
  ApiError: class extends Error {},
  api: {
    words: async () => ({ words: said.words, me: "asha", muted: said.muted }),
    mute: async () => ({}),
  },
}));

function word(id: number, who: string, text = "Hm", quick = false): ChatMessage {
  return { id, at: "2026-01-02T03:04:05.678Z", seat: null, name: who, who, text, quick, colour: null };
}

beforeEach(() => {
  said.words = [word(1, "bala"), word(2, "chand")];
  said.muted = ["chand"];
});

test("a muted player is hidden, and shown again after unmuting", async () => {
  const chat = new Chat("x");
  await chat.load();
  chat.receive(word(3, "chand"));
  expect(chat.words.map((one) => one.id)).toEqual([1]);
  expect(chat.unread).toEqual([["chand", "chand"]]);
  await chat.mute("chand", false);
  expect(chat.words.map((one) => one.id)).toEqual([1, 2, 3]);
});

test("each message of others counts once, and none from before I joined", async () => {
  const chat = new Chat("x");
  await chat.load();
  expect(chat.newCount).toBe(0);
  chat.receive(word(3, "bala"));
  chat.receive(word(3, "bala"));
  chat.receive(word(4, "asha"));
  said.words = [word(3, "bala"), word(5, "bala")]; // sent while the connection was down
  await chat.load();
  expect(chat.words.map((one) => one.id)).toEqual([1, 3, 4, 5]);
  expect([chat.newCount, chat.last?.id]).toEqual([2, 3]);
});

test("quick phrases are shown in the reader's language", () => {
  for (const name of [...QUICK.playing, ...QUICK.over])
    expect(messageText(word(1, "bala", name, true))).not.toBe(name);
  expect(messageText(word(1, "bala", "thanks"))).toBe("thanks");
});
