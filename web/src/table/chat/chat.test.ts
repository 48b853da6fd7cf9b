import { beforeEach, expect, test, vi } from "vitest";
import type { SaidWord } from "../../lib/server/api";
import { QUICK, Talk, wordsOf } from "./chat.svelte";

const said = vi.hoisted(() => ({ words: [] as SaidWord[], muted: [] as string[] }));
vi.mock("../../lib/server/api", () => ({
  ApiError: class extends Error {},
  api: {
    words: async () => ({ words: said.words, me: "asha", muted: said.muted }),
    mute: async () => ({}),
  },
}));

function word(id: number, who: string, text = "Hm", quick = false): SaidWord {
  return { id, at: "2026-01-02T03:04:05.678Z", seat: null, name: who, who, text, quick, colour: null };
}

beforeEach(() => {
  said.words = [word(1, "bala"), word(2, "chand")];
  said.muted = ["chand"];
});

test("a muted player is hidden, and shown again after unmuting", async () => {
  const talk = new Talk("x");
  await talk.load();
  talk.hear(word(3, "chand"));
  expect(talk.words.map((one) => one.id)).toEqual([1]);
  expect(talk.unheard).toEqual([["chand", "chand"]]);
  await talk.mute("chand", false);
  expect(talk.words.map((one) => one.id)).toEqual([1, 2, 3]);
});

test("each message of others counts once, and none from before I joined", async () => {
  const talk = new Talk("x");
  await talk.load();
  expect(talk.fresh).toBe(0);
  talk.hear(word(3, "bala"));
  talk.hear(word(3, "bala"));
  talk.hear(word(4, "asha"));
  said.words = [word(3, "bala"), word(5, "bala")]; // said while the connection was away
  await talk.load();
  expect(talk.words.map((one) => one.id)).toEqual([1, 3, 4, 5]);
  expect([talk.fresh, talk.last?.id]).toEqual([2, 3]);
});

test("quick phrases are shown in the reader's language", () => {
  for (const name of [...QUICK.playing, ...QUICK.over])
    expect(wordsOf(word(1, "bala", name, true))).not.toBe(name);
  expect(wordsOf(word(1, "bala", "thanks"))).toBe("thanks");
});
