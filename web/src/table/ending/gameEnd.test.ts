import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { device } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { SyncMessage } from "../connection/protocol";
import { act, deltaOf, tableWith } from "../connection/tables.testing";
import { SidePanels } from "../panels/sidePanels.svelte";
import { GameEnd } from "./gameEnd.svelte";

beforeEach(() => {
  vi.spyOn(sound, "bells").mockReturnValue();
  vi.stubGlobal("document", { activeElement: null });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function endAt(turn: number | null, more: Partial<SyncMessage> = {}) {
  const table = tableWith(turn, more);
  const panels = new SidePanels(table);
  const end = new GameEnd(table, { module: null } as PlayedGame, panels);
  end.follow();
  return { table, panels, end };
}

test("opening a finished game shows its score, without sounds", () => {
  const { panels, end } = endAt(null);
  expect([panels.selected, panels.raised, end.revealed, end.beside]).toEqual(["score", true, true, false]);
  expect(sound.bells).not.toHaveBeenCalled();
});

test("the end of a live game is revealed once the board has shown the last move", () => {
  const { table, panels, end } = endAt(1);
  end.whileShown(true);
  table.receive(deltaOf(2, null, [act(2, 1)]));
  end.follow();
  expect([panels.selected, end.revealed, end.logged.length, end.lit]).toEqual(["log", false, 0, false]);
  end.whileShown(false);
  end.follow();
  expect([panels.selected, end.revealed, end.logged.length, end.lit]).toEqual(["score", true, 1, true]);
  expect([end.beside, table.focus.seat]).toEqual([true, 0]);
  expect(sound.bells).toHaveBeenCalledOnce();
});

test("on a phone the result gives way to a replay", () => {
  vi.spyOn(device, "phone", "get").mockReturnValue(true);
  const { panels, end } = endAt(null);
  end.whileShown(true);
  expect(panels.raised).toBe(false);
  end.whileShown(false);
  expect([panels.raised, panels.glance]).toEqual([true, true]);
});
