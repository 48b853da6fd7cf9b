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

test("a bell announces my turn", () => {
  const table = tableWith(1);
  const sounds = new TableSounds(table, { module: null } as PlayedGame);
  sounds.followTurn();
  table.receive(deltaOf(2, 0, [act(2, 1)]));
  sounds.followTurn();
  sounds.followTurn();
  expect(sound.bell).toHaveBeenCalledOnce();
});

test("actions make the game's sounds, else of stone, and draws of wood", () => {
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

test("sound is offered to players who have not decided yet, until they do", () => {
  const table = tableWith(0);
  const sounds = new TableSounds(table, { module: null } as PlayedGame);
  expect(sounds.offered).toBe(true);
  table.receive(deltaOf(2, 1, [act(2, 0)]));
  expect(sounds.offered).toBe(false);
  preferences.soundAsked = true;
  expect(new TableSounds(tableWith(0), { module: null } as PlayedGame).offered).toBe(false);
});
