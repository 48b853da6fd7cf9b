/** Keyboard commands of a table. */

import type { Command } from "../../lib/browser/shortcuts";
import type { Session } from "../connection/session.svelte";
import type { TableHints } from "../hint/tableHints.svelte";
import type { Retelling } from "../log/catchUpReplay.svelte";
import type { SidePanels } from "../panels/sidePanels.svelte";

/** Elements that handle keys themselves. */
export const TYPED = "input, select, textarea, dialog";

export function turnCommands(
  session: Session,
  panels: SidePanels,
  hints: TableHints,
  retelling: Retelling,
): Command[] {
  const table = session.state;
  return [
    { key: "Escape", when: () => retelling.step, run: () => retelling.end() },
    { key: "Escape", when: () => table.refusal, run: () => (table.refusal = null) },
    { key: "Escape", when: () => panels.raised, run: () => panels.lower() },
    { key: "h", when: () => table.myMove && !table.sharedDevice.passing, run: () => hints.ask() },
    {
      key: "Enter",
      when: ({ target }) => target === document.body && (table.prompt?.can_confirm || table.prompt?.can_roll),
      run: () => session.confirm(),
    },
    { key: "u", when: () => table.asking, run: () => session.withdraw() },
    { key: "u", when: () => table.canBack, run: () => session.back() },
    { key: "w", when: () => retelling.possible, run: () => retelling.toggle() },
    {
      key: /^[1-9]$/,
      when: ({ key }) => table.seats[Number(key) - 1],
      run: ({ key }) => (table.focus.chosen = Number(key) - 1),
    },
  ];
}
