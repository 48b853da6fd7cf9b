/** Values of the choices on a board: immediate points, or the coach's estimates of the final result. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { t } from "../../lib/language/i18n.svelte";
import { formatShare, formatSigned } from "../../lib/language/numbers";
import { ApiError, api, type Unit } from "../../lib/server/api";
import { retryUntilReady } from "../../lib/server/retry";
import type { TableState } from "../connection/state.svelte";

class ExpectedValues {
  /** True if this viewer can see the coach's estimates; elsewhere, as in lessons, values are immediate points. */
  possible = $state(false);
  /** True if the values are estimates of the final result. */
  on = $state(false);
  unit = $state.raw<Unit | null>(null);
  private values = $state.raw<Record<string, number>>({});

  /** Return the estimated value of a choice; null if not known yet. */
  of(action: string): number | null {
    return this.values[action] ?? null;
  }

  /** Request values for the current choices; the returned function cancels the request. */
  ask(table: string): () => void {
    const end = new AbortController();
    void this.receive(table, end.signal);
    return () => {
      end.abort();
      this.values = {};
    };
  }

  private async receive(table: string, signal: AbortSignal): Promise<void> {
    try {
      const { unit, values } = await retryUntilReady(() => api.expected(table, signal), signal);
      if (signal.aborted) return;
      this.unit = unit;
      this.values = values;
    } catch (error) {
      // No answer: show no values.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

export const expectedValues = new ExpectedValues();

/** Number of the event before my choices, if estimates are shown; null if there are no such choices. */
function choicesSince(table: TableState): number | null {
  return expectedValues.on && table.myMove && !table.sharedDevice.mustHandOver && table.choices.length > 0
    ? table.seq
    : null;
}

/** Request values for the choices of a running table while its page is open. */
export function requestExpectedValues(id: string, table: TableState): void {
  const after = $derived(choicesSince(table));
  $effect(() => (after === null ? undefined : expectedValues.ask(id)));
  $effect.pre(() => {
    const possible = table.mine.length > 0;
    expectedValues.possible = possible;
    expectedValues.on = possible && preferences.ahead;
    return () => {
      expectedValues.possible = false;
      expectedValues.on = false;
    };
  });
}

/** Format the value of a choice. */
export function formatValue(value: number): string {
  if (!expectedValues.on) return formatSigned(value);
  return expectedValues.unit === "chance" ? formatShare(value) : formatSigned(Math.round(value));
}

/** Explain the values. */
export function valueDescription(): string {
  if (!expectedValues.on) return t("numbers.now");
  return expectedValues.unit === "chance" ? t("numbers.end.chance") : t("numbers.end.points");
}
