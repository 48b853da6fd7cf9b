/** Keyboard commands of a table. */

import type { Command } from "../../lib/browser/shortcuts";
import type { Session } from "../connection/session.svelte";
import type { TableHints } from "../hint/tableHints.svelte";
import type { CatchUpReplay } from "../log/catchUpReplay.svelte";
import type { SidePanels } from "../panels/sidePanels.svelte";

/** Elements that handle keys themselves. */
export const TYPED = "input, select, textarea, dialog";

export function turnCommands(
  session: Session,
  panels: SidePanels,
  hints: TableHints,
  replay: CatchUpReplay,
): Command[] {
  const table = session.state;
  return [
    { key: "Escape", when: () => replay.step, run: () => replay.end() },
    { key: "Escape", when: () => table.refusal, run: () => (table.refusal = null) },
    { key: "Escape", when: () => panels.raised, run: () => panels.lower() },
    { key: "h", when: () => table.myMove && !table.sharedDevice.mustHandOver, run: () => hints.ask() },
    {
      key: "Enter",
      when: ({ target }) => target === document.body && (table.prompt?.can_confirm || table.prompt?.can_roll),
      run: () => session.confirm(),
    },
    { key: "u", when: () => table.undoRequested, run: () => session.withdraw() },
    { key: "u", when: () => table.canBack, run: () => session.back() },
    { key: "w", when: () => replay.possible, run: () => replay.toggle() },
    {
      key: /^[1-9]$/,
      when: ({ key }) => table.seats[Number(key) - 1],
      run: ({ key }) => (table.focus.chosen = Number(key) - 1),
    },
  ];
}
