/** A plan for the rest of a turn, in words. */
import type { Planned } from "./advice.svelte";
import type { GameModule, SeatInfo } from "./contract";
import { isUnsaid } from "./loggroups";
import { type Segment, segmentsOf } from "./logtext";

/** A step by itself; `planned`: it is still to be done, which some languages say in other words. */
export function wordsOf(
  step: Planned,
  seat: number | null,
  seats: SeatInfo[],
  module: GameModule | null,
  planned = true,
): Segment[] {
  const { key, params } = step.log;
  const log = { key, params: { ...params, planned } };
  return segmentsOf(log, `${key}.part`, seat, seats, step.action, module?.pieces);
}

/** Words of a step that others follow: without the mark that closes them, where a step says what follows from it. */
export function unclosed(words: string): string {
  return words.replace(/[.।]$/, "");
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
