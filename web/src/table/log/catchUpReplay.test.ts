import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addMessages, t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { act, deltaOf, tableWith } from "../connection/tables.testing";
import { CatchUpReplay } from "./catchUpReplay.svelte";

addMessages({ "toy.act": "{name} moves." });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the others' actions are replayed from their start, until they end or the player stops", () => {
  const table = tableWith(0);
  const replay = new CatchUpReplay(table, { module: null } as PlayedGame);
  replay.toggle();
  expect([replay.possible, replay.words]).toEqual([false, null]);

  table.receive(deltaOf(2, 1, [act(2, 0)]));
  table.receive(deltaOf(3, 0, [act(3, 1)]));
  expect(replay.possible).toBe(true);
  replay.toggle();
  expect(replay.words).toBe(t("again.before"));
  vi.advanceTimersToNextTimer();
  expect(replay.words).toBe("Bala moves.");
  vi.advanceTimersToNextTimer();
  expect(replay.step).toBeNull();

  replay.toggle();
  replay.toggle();
  expect(replay.step).toBeNull();
});
