/** State of the live connection, as shown on the table's page. */

import { refusalWords } from "../../lib/server/api";
import type { ErrorMessage } from "./protocol";
import type { Connection } from "./socket";

export class ConnectionState {
  phase = $state<Connection>("connecting");
  /** Time of the stored snapshot shown while offline (milliseconds, as of Date.now()); null if current. */
  snapshotTime = $state<number | null>(null);
  /** Reason why the server closed the connection for good; null while open. */
  fatal = $state<string | null>(null);
  /** True if the rules are no longer on the server: only the result and the record are available. */
  outdated = $state(false);
  /** True if the server cannot store anything at present, including my last action. */
  storeAway = $state(false);

  fail(message: ErrorMessage): void {
    this.fatal = refusalWords({ ...message }) ?? null;
    this.outdated = message.code === "outdated";
    this.storeAway = message.code === "store_away";
  }
}
