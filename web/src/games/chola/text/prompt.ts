/** Text of the prompt. */
import type { SeatInfo, Translate } from "../../../table/contract";
import type { TurnSelection } from "../selection/turnSelection.svelte";
import type { Choice, View } from "../wire";
import { gainerName } from "./names";
import { prompt } from "./text";

interface Prompted {
  view: View;
  choices: Choice[];
  seats: SeatInfo[];
  /** Seat to act. */
  now: number | null;
  selection: TurnSelection;
  confirming: boolean;
  /** True if the player can roll. */
  rolling: boolean;
}

/** Return the current prompt; "" if there is none. */
export function promptOf(prompted: Prompted, t: Translate): string {
  const { view, selection, now } = prompted;
  if (view.phase === "over") return t("chola.ask.over");
  if (prompted.confirming) return confirmation(view, t);
  if (selection.hasChoices) return question(prompted, t);
  if (prompted.rolling) return t("chola.ask.roll");
  if (view.phase === "draw_stone" || view.phase === "draw_card" || view.phase === "refill")
    return t("chola.ask.chance");
  return now === null ? "" : t("chola.ask.other", { name: gainerName(now, view, prompted.seats, t) });
}

function confirmation(view: View, t: Translate): string {
  if (view.phase === "draw_stone") return t("chola.ask.confirm.pick");
  return t(view.phase === "draw_card" ? "chola.ask.confirm.draw" : "chola.ask.confirm");
}

/** Return the open question, or the next step of the selection in progress. */
function question({ view, choices, selection }: Prompted, t: Translate): string {
  const { mode, wanted } = selection;
  if (selection.settled)
    return t(selection.found.length > 1 ? "chola.ask.settled.ways" : "chola.ask.settled");
  if (selection.slotChosen && selection.payer !== null) return t("chola.ask.sculpt.chosen");
  if (wanted && wanted !== "pick" && mode === wanted) return t(`chola.ask.${mode}`);
  return prompt(view, choices, t);
}
