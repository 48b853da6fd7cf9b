/** Download the record of a match. */

import { download } from "../../lib/browser/download";
import { api } from "../../lib/server/api";

export async function saveRecord(table: { id: string; game: string }): Promise<void> {
  const text = JSON.stringify(await api.record(table.id), null, 1);
  download(`mandapa-${table.game}-${table.id}.json`, new Blob([text], { type: "application/json" }));
}
