import { afterEach, expect, test, vi } from "vitest";
import { device } from "../../lib/browser/preferences.svelte";
import { syncOf, tableInfo, tableWith } from "../connection/tables.testing";
import { SidePanels } from "./sidePanels.svelte";

afterEach(() => void vi.restoreAllMocks());

test("a panel that is opened is no longer a preview", () => {
  const panels = new SidePanels(tableWith(0));
  panels.glance = true;
  panels.show("score", true);
  expect([panels.selected, panels.raised, panels.glance]).toEqual(["score", true, false]);
});

test("on a phone a finished panel closes if it is the open one", () => {
  const panels = new SidePanels(tableWith(0));
  panels.show("hint", true);
  panels.done("hint");
  expect(panels.raised).toBe(true);
  vi.spyOn(device, "phone", "get").mockReturnValue(true);
  panels.done("people");
  expect(panels.raised).toBe(true);
  panels.done("hint");
  expect(panels.raised).toBe(false);
});

test("the host sees the players' panel, and on a phone the board once all seats are taken", () => {
  vi.spyOn(device, "phone", "get").mockReturnValue(true);
  const table = tableWith(1, { table: tableInfo({ status: "waiting" }) });
  const panels = new SidePanels(table);
  panels.follow();
  expect(panels.selected).toBe("people");
  expect(panels.raised).toBe(true);
  table.receive(syncOf(2, 0));
  panels.follow();
  expect(panels.raised).toBe(false);
});

test("a guest who sits down at a waiting table on a phone sees the board", () => {
  const table = tableWith(1, { table: tableInfo({ status: "waiting", owner: false }) });
  const panels = new SidePanels(table);
  panels.follow();
  expect([panels.selected, panels.raised]).toEqual(["people", false]);
});
