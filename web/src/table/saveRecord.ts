/** Hands the record of a match to the browser as a file. */
import { api } from "../lib/api";

export async function saveRecord(table: { id: string; game: string }): Promise<void> {
  const text = JSON.stringify(await api.record(table.id), null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `mandapa-${table.game}-${table.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
