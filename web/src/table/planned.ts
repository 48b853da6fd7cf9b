/** A plan for the rest of a turn, in words. */
import { t } from "../lib/i18n.svelte";
import type { Planned } from "./advice.svelte";
import type { GameModule, SeatInfo } from "./contract";
import { isUnsaid } from "./loggroups";
import { type Segment, segmentsOf } from "./logtext";

/** A step by itself, without the words and marks that join it to the one before. */
export function wordsOf(
  step: Planned,
  seat: number | null,
  seats: SeatInfo[],
  module: GameModule | null,
): Segment[] {
  const { log, action } = step;
  const part = segmentsOf(log, `${log.key}.part`, seat, seats, action, module?.pieces);
  // Within a turn some things go without saying, here they are all there is to say.
  return alone(part.length > 0 ? part : segmentsOf(log, log.key, seat, seats, action, module?.pieces));
}

/** The steps of a plan that are said: some go without saying, since a later one tells it all. */
export function saidOf(
  plan: readonly Planned[],
  module: GameModule | null,
): { step: Planned; index: number }[] {
  return plan
    .map((step, index) => ({ step, index }))
    .filter(
      ({ step, index }) => index === plan.length - 1 || !isUnsaid(step.log, step.action, module?.unsaid),
    );
}

function alone(segments: Segment[]): Segment[] {
  const joint = new RegExp(`^(?:[,;:]\\s*|${t("log.and")} )`);
  return segments.map(({ text, piece }, index) => {
    if (piece !== null) return { text, piece };
    const begun = index === 0 ? text.replace(joint, "") : text;
    return { text: index === segments.length - 1 ? begun.replace(/[,;.]\s*$/, "") : begun, piece };
  });
}
