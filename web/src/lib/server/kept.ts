/** How my tables stood when they were looked at last: kept by the browser, to be read where there is no network. */
import type { SyncMessage, TurnPrompt } from "../../table/connection/protocol";
import type { GameInfo } from "./api";

const CACHE = "positions";
const FOLDER = "/positions/";
/** Tables that are kept; those looked at longest ago go. */
const MOST = 30;

export interface KeptTable {
  id: string;
  /** When it stood so: milliseconds, as of Date.now(). */
  at: number;
  info: GameInfo;
  picture: SyncMessage;
}

/** Only pages that came safely have a cache. */
const canKeep = "caches" in globalThis;

/** A picture that nothing can be done with, and in which no time runs. */
export function still(picture: SyncMessage): SyncMessage {
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

export async function keepTable(table: KeptTable): Promise<void> {
  if (!canKeep) return;
  const cache = await caches.open(CACHE);
  const name = FOLDER + table.id;
  await cache.delete(name); // what is put again is the newest
  await cache.put(name, new Response(JSON.stringify(table)));
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)));
}

export async function keptTable(id: string): Promise<KeptTable | null> {
  if (!canKeep) return null;
  const found = await (await caches.open(CACHE)).match(FOLDER + id);
  return found ? ((await found.json()) as KeptTable) : null;
}

/** All that are kept, the latest first. */
export async function keptTables(): Promise<KeptTable[]> {
  if (!canKeep) return [];
  const cache = await caches.open(CACHE);
  const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const tables = await Promise.all(found.map((one) => one?.json() as Promise<KeptTable>));
  return tables.toSorted((a, b) => b.at - a.at);
}

export async function dropTable(id: string): Promise<void> {
  if (canKeep) await (await caches.open(CACHE)).delete(FOLDER + id);
}
