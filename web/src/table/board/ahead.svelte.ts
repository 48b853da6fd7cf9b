/** Numbers on the choices of a board: what each brings at once, or what the coach expects of it by the end. */

import { preferences } from "../../lib/browser/preferences.svelte";
import { t } from "../../lib/language/i18n.svelte";
import { share, signed } from "../../lib/language/numbers";
import { ApiError, api, type Unit } from "../../lib/server/api";
import { patiently } from "../../lib/server/patience";
import type { TableState } from "../connection/state.svelte";

class Ahead {
  /** Somebody plays here whom the coach may tell it; elsewhere, as in lessons, numbers are always those of now. */
  possible = $state(false);
  /** The numbers are those of the end. */
  on = $state(false);
  unit = $state.raw<Unit | null>(null);
  private values = $state.raw<Record<string, number>>({});

  /** What is expected of a choice; null: not known yet. */
  of(action: string): number | null {
    return this.values[action] ?? null;
  }

  /** Asks about the choices of now; what it returns ends that, once they are others. */
  ask(table: string): () => void {
    const end = new AbortController();
    void this.hear(table, end.signal);
    return () => {
      end.abort();
      this.values = {};
    };
  }

  private async hear(table: string, signal: AbortSignal): Promise<void> {
    try {
      const { unit, values } = await patiently(() => api.expected(table, signal), signal);
      if (signal.aborted) return;
      this.unit = unit;
      this.values = values;
    } catch (error) {
      // Without an answer there are no numbers.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

export const ahead = new Ahead();

/** Number of the event after which I choose, where numbers are those of the end; null: there are no such choices. */
export function choosingAfter(table: TableState): number | null {
  return ahead.on && table.myMove && !table.passing && table.choices.length > 0 ? table.seq : null;
}

/** Asks about the choices of a running table, for as long as its page is there. */
export function lookAhead(id: string, table: TableState): void {
  const after = $derived(choosingAfter(table));
  $effect(() => (after === null ? undefined : ahead.ask(id)));
  $effect.pre(() => {
    const possible = table.mine.length > 0;
    ahead.possible = possible;
    ahead.on = possible && preferences.ahead;
    return () => {
      ahead.possible = false;
      ahead.on = false;
    };
  });
}

/** A number on a choice, as it is told. */
export function brought(value: number): string {
  if (!ahead.on) return signed(value);
  return ahead.unit === "chance" ? share(value) : signed(Math.round(value));
}

/** What those numbers are. */
export function numbersOf(): string {
  if (!ahead.on) return t("numbers.now");
  return ahead.unit === "chance" ? t("numbers.end.chance") : t("numbers.end.points");
}
