/** The tables that the hall shows, kept up to date also while nobody looks: the tab tells that one of them waits. */
import { api, type TableLists, type TableSummary } from "../lib/server/api";
import { serverNow } from "../lib/server/serverTime";

/** The server lets the page ask for these before its program is there (`introducing.py`). */
export const FIRST = 12;
export const MORE = 48;
/** The server lists no more of them. */
const MOST_OPEN = 50;
export const REFRESH = 10_000;
/** In a tab that is not in sight; browsers wake it once a minute at most, sooner or later. */
export const HIDDEN_REFRESH = 30_000;

const HOUR = 3_600_000;

/** A table by turns over days waits for me, and so many hours before my time is up have come; with 0 they never do. */
export function endsSoon(table: TableSummary, hours: number, now = serverNow()): boolean {
  if (!table.waits || !table.due || table.status !== "playing") return false;
  const end = Date.parse(table.due);
  const overDays = end - Date.parse(table.updated) > 12 * HOUR;
  return overDays && now < end && end - now <= hours * HOUR;
}

export class Tables {
  /** Null until the first answer is there. */
  lists = $state.raw<TableLists | null>(null);
  private length = FIRST;
  private open = FIRST;
  private asked = 0;

  /** Tables of mine that are not listed yet. */
  get rest(): number {
    return this.lists ? this.lists.total - this.lists.mine.length : 0;
  }

  async refresh(): Promise<void> {
    const question = ++this.asked;
    const lists = await api.tables(this.length, this.open);
    if (question === this.asked) this.lists = lists;
  }

  async more(): Promise<void> {
    this.length += MORE;
    await this.refresh();
  }

  /** Open tables of others that are not listed yet. */
  get openRest(): number {
    return this.lists ? this.lists.open_total - this.lists.open.length : 0;
  }

  async moreOpen(): Promise<void> {
    this.open = MOST_OPEN;
    await this.refresh();
  }

  /** Asks again and again, until the function that it returns is called; `answered`: what follows each answer. */
  keepUp(answered: () => void = () => undefined): () => void {
    let last = performance.now();
    const again = () => {
      last = performance.now();
      // It is asked again in a moment; what fails at the first time is said by the hall.
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
