import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableLists } from "../lib/server/api";
import type { Tables as TablesClass } from "./tables.svelte";

/** Requests to the fake server, with callbacks that answer them. */
const asked: string[] = [];
let answers: ((lists: TableLists) => void)[] = [];
const page = { hidden: false, seen: () => undefined as unknown };

vi.stubGlobal("document", {
  get hidden() {
    return page.hidden;
  },
  addEventListener: (_: string, seen: () => void) => {
    page.seen = seen;
  },
  removeEventListener: () => undefined,
});
vi.stubGlobal("fetch", (path: string) => {
  asked.push(path);
  return new Promise((resolve) => {
    answers.push((lists) => resolve(new Response(JSON.stringify(lists))));
  });
});
const { endsSoon, FIRST, HIDDEN_REFRESH, MORE, REFRESH, Tables } = await import("./tables.svelte");

let tables: TablesClass;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answers = [];
  page.hidden = false;
  tables = new Tables();
  stop = tables.keepUp();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function lists(listed: number, total: number): TableLists {
  const table = { id: "x" } as TableLists["mine"][0];
  return {
    mine: Array.from({ length: listed }, () => table),
    total,
    waiting: 0,
    asked: [],
    open: [],
    open_total: 0,
  };
}

test("the list grows on request and keeps its length", async () => {
  const first = tables.refresh();
  answers[0]?.(lists(FIRST, 100));
  await first;
  expect(tables.rest).toBe(100 - FIRST);
  const second = tables.more();
  answers[1]?.(lists(FIRST + MORE, 100));
  await second;
  expect(tables.rest).toBe(100 - FIRST - MORE);
  vi.advanceTimersByTime(REFRESH);
  expect(asked).toEqual(
    [FIRST, FIRST + MORE, FIRST + MORE].map((count) => `/api/tables?mine=${count}&open=${FIRST}`),
  );
});

test("a late answer does not revert the list", async () => {
  const early = tables.refresh();
  const late = tables.more();
  answers[1]?.(lists(FIRST + MORE, 100));
  await late;
  answers[0]?.(lists(FIRST, 100));
  await early;
  expect(tables.lists?.mine).toHaveLength(FIRST + MORE);
});

test("in the background it polls less often, and immediately when visible again", () => {
  page.hidden = true;
  vi.advanceTimersByTime(HIDDEN_REFRESH);
  expect(asked).toHaveLength(1);
  page.seen();
  expect(asked).toHaveLength(1);
  page.hidden = false;
  page.seen();
  expect(asked).toHaveLength(2);
  stop();
  vi.advanceTimersByTime(10 * REFRESH);
  expect(asked).toHaveLength(2);
});

test("reminders are for turns over days while there is time, and for no others", () => {
  const now = Date.parse("2026-01-02T12:00:00Z");
  const table = (updated: string, due: string, waits = true) =>
    ({ waits, status: "playing", updated, due }) as TableLists["mine"][0];
  const days = table("2026-01-01T12:00:00Z", "2026-01-02T15:00:00Z");
  expect([0, 2, 3, 12].map((hours) => endsSoon(days, hours, now))).toEqual([false, false, true, true]);
  expect(endsSoon({ ...days, waits: false }, 12, now)).toBe(false);
  expect(endsSoon(days, 12, now + 4 * 3_600_000)).toBe(false);
  expect(endsSoon(table("2026-01-02T11:59:00Z", "2026-01-02T12:05:00Z"), 12, now)).toBe(false);
});
