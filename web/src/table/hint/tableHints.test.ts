import { afterEach, expect, test, vi } from "vitest";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { act, deltaOf, tableWith } from "../connection/tables.testing";
import { SidePanels } from "../panels/sidePanels.svelte";
import { TableHints } from "./tableHints.svelte";

const step = (action: string, cell: number[]) => ({ action, log: { key: "toy.act", params: { cell } } });
const hint = {
  seat: 0,
  choices: [],
  best: ["one"],
  plan: [step("one", [1, 2]), step("two", [3, 4])],
  reason: { key: "toy.reason", params: {} },
  unit: "points",
  before: [0],
  expected: [9],
};

afterEach(() => vi.unstubAllGlobals());

test("the board shows the plan once the move is revealed, and the rest of it after each step", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(hint), { status: 200 }));
  const table = tableWith(0);
  const panels = new SidePanels(table);
  const hints = new TableHints("x", table, { module: null } as PlayedGame, panels);
  hints.ask();
  expect([panels.selected, panels.raised]).toEqual(["hint", true]);
  await vi.waitFor(() => expect(hints.advice.hint).not.toBeNull());
  expect(hints.marked).toBeNull();
  while (hints.advice.depth !== "move") hints.ask();
  expect(hints.marked).toEqual({
    actions: ["one", "two"],
    cells: [
      [1, 2],
      [3, 4],
    ],
  });
  table.receive(deltaOf(2, 0, [act(2, 0, "one")]));
  expect(hints.marked?.actions).toEqual(["two"]);
  table.receive(deltaOf(3, 0, [act(3, 0, "other")]));
  expect([hints.rest, hints.marked]).toEqual([null, null]);
});
