/** Text of the prompt. */
import type { SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { type BaseHighlight, highlightName } from "../board/baseHighlights";
import type { Choice, View } from "../wire";
import { colourName } from "./names";
import { complete, prompt } from "./text";

interface Prompted {
  view: View;
  choices: Choice[];
  seats: SeatInfo[];
  /** Seat to act. */
  now: number | null;
  /** True while motion is played. */
  staging: boolean;
  confirming: boolean;
  hasChoices: boolean;
  /** Base touched once. */
  settled: BaseHighlight | null;
}

/** Return the current prompt; "" if there is none. */
export function promptOf(prompted: Prompted, t: Translate): string {
  const { view, choices, seats, now, settled } = prompted;
  if (prompted.staging) return t("menara.ask.act");
  if (view.phase === "over") return t("menara.ask.over");
  if (view.phase === "act") return t("menara.ask.act");
  if (prompted.confirming) return t(complete(view, t) ? "menara.ask.confirm.base" : "menara.ask.confirm");
  if (prompted.hasChoices) return settled ? secondTouch(settled, t) : prompt(view, choices, t);
  if (now === null) return "";
  return view.seat === null ? t("menara.ask.chance") : t("menara.ask.other", { name: nameOf(now, seats, t) });
}

/** Describe the effect of a second touch. */
function secondTouch(one: BaseHighlight, t: Translate): string {
  const does = one.action === null ? "blocked" : one.kind === "lift" ? "lift" : "place";
  return t(`menara.ask.settled.${does}`, { colour: colourName(one.colour, t), colour_id: one.colour });
}

/** Return the question before a column is lifted or put back. */
export function doubtTitle(kind: "lift" | "back", lit: BaseHighlight | null, t: Translate): string {
  if (kind === "back" || !lit) return t("menara.ask.back");
  const base = highlightName(lit, t);
  return t("menara.sure.lift", { base, colour: colourName(lit.colour, t), colour_id: lit.colour });
}
