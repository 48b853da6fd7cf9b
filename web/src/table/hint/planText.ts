/** A planned or played turn as text. */
import { capitalize } from "../../lib/language/capitalize";
import { t } from "../../lib/language/i18n.svelte";
import type { GameModule, Message, SeatInfo } from "../contract";
import { isUnlisted } from "../log/logGroups";
import { cellOf, isClosed, type Segment, segmentsOf } from "../log/logText";
import type { PlannedStep } from "./hintState.svelte";

/** Return a single step; `planned` means that it is not done yet, which some languages phrase differently. */
export function stepText(
  step: PlannedStep,
  seat: number | null,
  seats: SeatInfo[],
  module: GameModule | null,
  planned = true,
): Segment[] {
  const { key, params } = step.log;
  const log = { key, params: { ...params, planned } };
  return segmentsOf(log, `${key}.part`, seat, seats, step.action, module?.pieces);
}

/**
 * Return a message with its place in words. `codes` selects the form: "spoken" for screen readers, "exact" to
 * distinguish turns that otherwise read alike.
 */
export function withPlace(log: Message, module: GameModule | null, codes: "spoken" | "exact"): Message {
  const cell = cellOf(log);
  const place = cell && module?.place ? { cell: module.place(cell, t) } : {};
  return { ...log, params: { ...log.params, codes, ...place } };
}

/** Level of detail of a turn: as needed next to a board, with places, or every decision. */
const DETAILS = [
  { exact: false, whole: false },
  { exact: true, whole: false },
  { exact: true, whole: true },
] as const;

/** Describe two alternative turns in one line each, with as much detail as needed to distinguish them. */
export function contrastPlans(
  played: readonly PlannedStep[],
  better: readonly PlannedStep[],
  seat: number,
  seats: SeatInfo[],
  module: GameModule | null,
): { played: Segment[]; better: Segment[] } {
  type Detail = (typeof DETAILS)[number];
  function tell(plan: readonly PlannedStep[], { exact, whole }: Detail, planned: boolean): Segment[] {
    const steps = whole ? plan : visibleSteps(plan, module).map(({ step }) => step);
    return joined(
      steps.map(({ action, log }) =>
        stepText(
          { action, log: exact ? withPlace(log, module, "exact") : log },
          seat,
          seats,
          module,
          planned,
        ),
      ),
    );
  }
  const read = (plan: readonly PlannedStep[], detail: Detail): string =>
    spokenText(tell(plan, detail, true), module);
  const detail = DETAILS.find((one) => read(played, one) !== read(better, one)) ?? DETAILS[0];
  return { played: tell(played, detail, false), better: tell(better, detail, true) };
}

/** Join steps to one line with final punctuation. */
function joined(steps: readonly Segment[][]): Segment[] {
  const line: Segment[] = [];
  for (const step of steps) {
    const [begin, ...rest] = step;
    if (!begin) continue;
    if (line.length === 0) line.push(begin);
    else if (isClosed(line) && begin.piece === null)
      line.push({ text: ` ${capitalize(begin.text)}`, piece: null });
    else line.push({ text: isClosed(line) ? " " : ", ", piece: null }, begin);
    line.push(...rest);
  }
  if (line.length > 0 && !isClosed(line)) line.push({ text: t("log.stop"), piece: null });
  return line;
}

/** Return a step as a list item, with a capital letter. */
export function entry(step: readonly Segment[]): Segment[] {
  const [begin, ...rest] = step;
  if (!begin || begin.piece !== null) return [...step];
  return [{ ...begin, text: capitalize(begin.text) }, ...rest];
}

/** Return the segments as read aloud. */
export function spokenText(segments: readonly Segment[], module: GameModule | null): string {
  return segments
    .map(({ text, piece }) => (piece ? (module?.pieces?.name(piece, t) ?? text) : text))
    .join("");
}

/** Return the text of a step that is followed by others, without final punctuation if it introduces the next one. */
export function withoutPunctuation(words: string): string {
  return words.replace(/[.।]$/, "");
}

/** Return the steps of a plan to show; some are implied by a later one. */
export function visibleSteps(
  plan: readonly PlannedStep[],
  module: GameModule | null,
): { step: PlannedStep; index: number }[] {
  return plan
    .map((step, index) => ({ step, index }))
    .filter(
      ({ step, index }) =>
        index === plan.length - 1 || !isUnlisted(step.log, step.action, module?.unlistedKeys),
    );
}
