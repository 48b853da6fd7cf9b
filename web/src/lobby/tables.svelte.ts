/** Tables shown in the lobby. They are also polled while the page is hidden, to show in the tab that one is waiting. */
import { api, type TableLists, type TableSummary } from "../lib/server/api";
import { serverNow } from "../lib/server/serverTime";

/** The server preloads these requests before the script is loaded (`link_preview.py`). */
export const FIRST = 12;
export const MORE = 48;
/** Page size limit of the server. */
const MAX_OPEN_TABLES = 50;
export const REFRESH = 10_000;
/** Polling interval in a hidden tab; browsers eventually wake it at most once a minute. */
export const HIDDEN_REFRESH = 30_000;

const HOUR = 3_600_000;

/**
 * Return whether a correspondence game waits for me and its deadline is less than the given hours away; false for 0
 * hours.
 */
export function endsSoon(table: TableSummary, hours: number, now = serverNow()): boolean {
  if (!table.waits || !table.due || table.status !== "playing") return false;
  const end = Date.parse(table.due);
  const overDays = end - Date.parse(table.updated) > 12 * HOUR;
  return overDays && now < end && end - now <= hours * HOUR;
}

export class Tables {
  /** Null until the first response. */
  lists = $state.raw<TableLists | null>(null);
  /** True once all loaded tables are shown, mine or open ones. */
  allMine = $state(false);
  allOpen = $state(false);
  private length = FIRST;
  private open = FIRST;
  private asked = 0;

  /** Number of my tables not listed yet. */
  get rest(): number {
    return this.lists ? this.lists.total - this.lists.mine.length : 0;
  }

  async refresh(): Promise<void> {
    const question = ++this.asked;
    const lists = await api.tables(this.length, this.open);
    if (question === this.asked) this.lists = lists;
  }

  async more(): Promise<void> {
    this.allMine = true;
    this.length += MORE;
    await this.refresh();
  }

  /** Number of other players' open tables not listed yet. */
  get openRest(): number {
    return this.lists ? this.lists.open_total - this.lists.open.length : 0;
  }

  async moreOpen(): Promise<void> {
    this.allOpen = true;
    this.open = MAX_OPEN_TABLES;
    await this.refresh();
  }

  /** Poll until the returned function is called; `answered` is called after each response. */
  keepUp(answered: () => void = () => undefined): () => void {
    let last = performance.now();
    const again = () => {
      last = performance.now();
      // Polling retries soon; the lobby reports a failed first request.
      this.refresh().then(answered, () => undefined);
    };
    const timer = setInterval(() => {
      if (!document.hidden || performance.now() - last >= HIDDEN_REFRESH) again();
    }, REFRESH);
    const seen = () => {
      if (!document.hidden) again();
    };
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }
}
