/** Hands the record of a match to the browser as a file. */
import { api } from "../lib/api";
import { download } from "../lib/download";

export async function saveRecord(table: { id: string; game: string }): Promise<void> {
  const text = JSON.stringify(await api.record(table.id), null, 1);
  download(`mandapa-${table.game}-${table.id}.json`, new Blob([text], { type: "application/json" }));
}
