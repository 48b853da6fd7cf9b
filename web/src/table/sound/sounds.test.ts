import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../../lib/browser/preferences.svelte";
import { sound } from "../../lib/browser/sound";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { act, deltaOf, tableWith } from "../connection/tables.testing";
import { TableSounds } from "./sounds.svelte";

beforeEach(() => {
  for (const name of ["bell", "stone", "wood"] as const) vi.spyOn(sound, name).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  preferences.soundAsked = false;
});

test("a bell tells that it has become my move", () => {
  const table = tableWith(1);
  const sounds = new TableSounds(table, { module: null } as PlayedGame);
  sounds.followTurn();
  table.receive(deltaOf(2, 0, [act(2, 1)]));
  sounds.followTurn();
  sounds.followTurn();
  expect(sound.bell).toHaveBeenCalledOnce();
});

test("what is done sounds as the game says, else of stone, and what is drawn of wood", () => {
  const table = tableWith(1);
  const played = { module: null } as PlayedGame;
  const sounds = new TableSounds(table, played);
  table.receive(deltaOf(2, 1, [act(2, 1)]));
  sounds.followEvents();
  table.receive(deltaOf(3, 1, [act(3, 1, "draw", "chance")]));
  sounds.followEvents();
  expect([vi.mocked(sound.stone).mock.calls.length, vi.mocked(sound.wood).mock.calls.length]).toEqual([1, 1]);
  const own = vi.fn();
  played.module = { sound: own } as unknown as PlayedGame["module"];
  sounds.followEvents();
  expect(own).toHaveBeenCalledExactlyOnceWith(table.recent);
});

test("sound is offered to whoever never decided about it, until their first decision", () => {
  const table = tableWith(0);
  const sounds = new TableSounds(table, { module: null } as PlayedGame);
  expect(sounds.offered).toBe(true);
  table.receive(deltaOf(2, 1, [act(2, 0)]));
  expect(sounds.offered).toBe(false);
  preferences.soundAsked = true;
  expect(new TableSounds(tableWith(0), { module: null } as PlayedGame).offered).toBe(false);
});
