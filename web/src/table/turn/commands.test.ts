import { expect, test, vi } from "vitest";
import { runCommand } from "../../lib/browser/shortcuts";
import type { Session } from "../connection/session.svelte";
import { promptFor, tableWith } from "../connection/tables.testing";
import type { TableHints } from "../hint/tableHints.svelte";
import type { CatchUpReplay } from "../log/catchUpReplay.svelte";
import type { SidePanels } from "../panels/sidePanels.svelte";
import { TYPED, turnCommands } from "./commands";

const body = { closest: () => null };
vi.stubGlobal("document", { body });

function tableOf(turn: number, more = {}) {
  const state = tableWith(turn, { prompt: promptFor(turn, more) });
  const session = { state, confirm: vi.fn(), back: vi.fn(), withdraw: vi.fn() };
  const panels = { raised: false, lower: vi.fn() };
  const hints = { ask: vi.fn() };
  const replay = { step: null as object | null, possible: false, end: vi.fn(), toggle: vi.fn() };
  const commands = turnCommands(
    session as unknown as Session,
    panels as unknown as SidePanels,
    hints as unknown as TableHints,
    replay as unknown as CatchUpReplay,
  );
  const press = (key: string, target: unknown = body): void =>
    runCommand({ key, target, preventDefault: vi.fn() } as unknown as KeyboardEvent, commands, TYPED);
  return { state, session, panels, hints, replay, press };
}

test("Escape closes one thing after the other", () => {
  const { state, panels, replay, press } = tableOf(0);
  Object.assign(panels, { raised: true });
  state.refusal = { code: "stale", clause: null, reason: null };
  replay.step = {};
  press("Escape");
  expect([replay.end.mock.calls.length, state.refusal !== null]).toEqual([1, true]);
  replay.step = null;
  press("Escape");
  expect([state.refusal, panels.lower.mock.calls.length]).toEqual([null, 0]);
  press("Escape");
  expect(panels.lower).toHaveBeenCalledOnce();
});

test("keys for my turn do nothing during other turns", () => {
  const mine = tableOf(0, { can_confirm: true, can_back: true });
  const other = tableOf(1);
  for (const { press } of [mine, other]) for (const key of ["h", "Enter", "u", "w"]) press(key);
  expect(
    [mine.hints.ask, mine.session.confirm, mine.session.back].map((one) => one.mock.calls.length),
  ).toEqual([1, 1, 1]);
  expect(
    [other.hints.ask, other.session.confirm, other.session.back].map((one) => one.mock.calls.length),
  ).toEqual([0, 0, 0]);
  expect(mine.replay.toggle).not.toHaveBeenCalled();
});

test("a number key focuses an existing seat", () => {
  const { state, press } = tableOf(0);
  press("2");
  press("7");
  expect(state.focus.seat).toBe(1);
});

test("no shortcut works while typing, except that Escape leaves an empty field", () => {
  const { panels, hints, press } = tableOf(0);
  Object.assign(panels, { raised: true });
  const field = (value: string) => ({ value, closest: (css: string) => (css === TYPED ? {} : null) });
  press("h", field(""));
  press("Escape", field("word"));
  expect([hints.ask.mock.calls.length, panels.lower.mock.calls.length]).toEqual([0, 0]);
  press("Escape", field(""));
  expect(panels.lower).toHaveBeenCalledOnce();
});
