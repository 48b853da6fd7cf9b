/** Snapshots of my tables as last seen, cached in the browser for reading offline. */
import type { SyncMessage, TurnPrompt } from "../../table/connection/protocol";
import type { GameInfo } from "./api";

const CACHE = "positions";
const FOLDER = "/positions/";
/** Maximum number of cached tables; the least recently viewed are dropped. */
const MAX_TABLES = 30;

export interface CachedTable {
  id: string;
  /** Time of the snapshot in milliseconds, as of Date.now(). */
  at: number;
  info: GameInfo;
  picture: SyncMessage;
}

/** The Cache API requires a secure context. */
const canCache = "caches" in globalThis;

/** Return a snapshot without actions, and with stopped clocks. */
export function frozenSnapshot(picture: SyncMessage): SyncMessage {
  const clock = picture.table.clock && { ...picture.table.clock, running: null };
  const idle: Partial<TurnPrompt> = { mine: false, can_confirm: false, can_roll: false, can_back: false };
  const table = { ...picture.table, ...(clock ? { clock } : {}) };
  return {
    ...picture,
    table,
    choices: [],
    prompt: { ...picture.prompt, ...idle, ask_back: null, waiting_for: [] },
  };
}

export async function cacheTable(table: CachedTable): Promise<void> {
  if (!canCache) return;
  const cache = await caches.open(CACHE);
  const name = FOLDER + table.id;
  await cache.delete(name); // reinsert: the newest entry is last
  await cache.put(name, new Response(JSON.stringify(table)));
  const all = await cache.keys();
  await Promise.all(
    all.slice(0, Math.max(0, all.length - MAX_TABLES)).map((request) => cache.delete(request)),
  );
}

export async function cachedTable(id: string): Promise<CachedTable | null> {
  if (!canCache) return null;
  const found = await (await caches.open(CACHE)).match(FOLDER + id);
  return found ? ((await found.json()) as CachedTable) : null;
}

/** Return all cached snapshots, newest first. */
export async function cachedTables(): Promise<CachedTable[]> {
  if (!canCache) return [];
  const cache = await caches.open(CACHE);
  const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const tables = await Promise.all(found.map((one) => one?.json() as Promise<CachedTable>));
  return tables.toSorted((a, b) => b.at - a.at);
}

export async function removeCachedTable(id: string): Promise<void> {
  if (canCache) await (await caches.open(CACHE)).delete(FOLDER + id);
}
