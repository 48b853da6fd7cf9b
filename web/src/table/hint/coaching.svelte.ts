/** The coach's comment on a turn before it is confirmed, at tables with that option. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { t } from "../../lib/language/i18n.svelte";
import { formatInUnit } from "../../lib/language/numbers";
import { ApiError, api, type CompleteTurn, type Unit } from "../../lib/server/api";
import { retryUntilReady } from "../../lib/server/retry";
import type { TableState } from "../connection/state.svelte";
import type { GameModule, SeatInfo } from "../contract";
import type { PlannedStep } from "./hintState.svelte";
import { spokenText, stepText, visibleSteps, withoutPunctuation, withPlace } from "./planText";

/** Loss of a turn: in points if the game counts them, and in probability to win. */
export function lossOf(verdict: { lost: number; lost_chance: number }, unit: Unit | null): string {
  const chance = formatInUnit(verdict.lost_chance, "chance");
  if (unit === "chance" || unit === null) return t("quest.loss.chance", { chance });
  return t("quest.loss", { lost: Math.round(verdict.lost * 10) / 10, chance });
}

/** Return a plan, or the turn played, in one line with its places in words, without final punctuation. */
export function planLine(
  plan: readonly PlannedStep[],
  seat: number,
  seats: SeatInfo[],
  module: GameModule | null,
  planned = true,
): string {
  return visibleSteps(plan, module)
    .map(({ step: { action, log } }) =>
      stepText({ action, log: withPlace(log, module, "exact") }, seat, seats, module, planned),
    )
    .map((words) => withoutPunctuation(spokenText(words, module)))
    .join(", ")
    .replace(/[.।]$/, "");
}

/** Number of the last entry of my complete turn, if the coach judges it; otherwise null. */
function turnToJudge(table: TableState): number | null {
  const coached = table.table?.coach === true && !preferences.autoConfirm;
  if (!coached || !table.prompt?.can_confirm || table.sharedDevice.mustHandOver) return null;
  return table.events.findLast((event) => event.kind === "act")?.seq ?? null;
}

/** Coaching of a running table. */
export function coachAt(id: string, table: TableState): Coaching {
  const coaching = new Coaching();
  const turn = $derived(turnToJudge(table));
  $effect(() => (turn === null ? undefined : coaching.ask(id)));
  return coaching;
}

export class Coaching {
  found = $state.raw<CompleteTurn | null>(null);
  problem = $state<string | null>(null);

  /** Request a verdict on the completed turn; the returned function cancels it when the turn is undone or confirmed. */
  ask(table: string): () => void {
    const end = new AbortController();
    void this.receive(table, end.signal);
    return () => {
      end.abort();
      this.found = null;
      this.problem = null;
    };
  }

  /** Return the comment, or "" if there is none yet. */
  line(seats: SeatInfo[], module: GameModule | null): string {
    if (this.problem !== null) return t("coach.turn", { text: this.problem });
    const verdict = this.found?.verdict;
    if (!this.found || !verdict) return "";
    const { seat, unit } = this.found;
    if (verdict.right)
      return t("coach.turn", { text: t(verdict.mark === "good" ? "quest.good" : "quest.right") });
    const best = t("quest.best", { plan: planLine(verdict.plan, seat, seats, module) });
    return t("coach.turn", { text: `${lossOf(verdict, unit)} ${best}` });
  }

  private async receive(table: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await retryUntilReady(() => api.verdict(table, signal), signal);
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof ApiError ? error.message : String(error);
    }
  }
}
