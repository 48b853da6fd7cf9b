import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addMessages, t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { act, deltaOf, tableWith } from "../connection/tables.testing";
import { Retelling } from "./catchUpReplay.svelte";

addMessages({ "toy.act": "{name} moves." });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the others' actions are replayed from their start, until they end or the player stops", () => {
  const table = tableWith(0);
  const retelling = new Retelling(table, { module: null } as PlayedGame);
  retelling.toggle();
  expect([retelling.possible, retelling.words]).toEqual([false, null]);

  table.receive(deltaOf(2, 1, [act(2, 0)]));
  table.receive(deltaOf(3, 0, [act(3, 1)]));
  expect(retelling.possible).toBe(true);
  retelling.toggle();
  expect(retelling.words).toBe(t("again.before"));
  vi.advanceTimersToNextTimer();
  expect(retelling.words).toBe("Bala moves.");
  vi.advanceTimersToNextTimer();
  expect(retelling.step).toBeNull();

  retelling.toggle();
  retelling.toggle();
  expect(retelling.step).toBeNull();
});
