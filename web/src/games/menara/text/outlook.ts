/** What an act of hands would do to the temple, as the server estimates it, in signs and words. */

import { capital } from "../../../lib/language/capital";
import type { Translate } from "../../../table/contract";
import type { Tone } from "../art/art";
import type { Danger, Outlook, Preview } from "../wire";

export const TONE_OF: Record<Outlook, Tone> = { safe: "safe", risky: "care", falls: "risk" };

/** Whether the act may bring the temple down: it is asked about before it is done. */
export function isDoubtful(preview: object | null): preview is Danger & { outlook: "risky" | "falls" } {
  const outlook = preview && "outlook" in preview ? preview.outlook : null;
  return outlook === "risky" || outlook === "falls";
}

/** "risky: in about 7 of 100 tries the temple falls and the game ends". */
export function outlookWords({ outlook = "safe", risk = 0 }: Danger, t: Translate): string {
  const tries = Math.min(99, Math.max(1, Math.round(100 * risk)));
  return t(`menara.outlook.${outlook}`, { tries });
}

/** The same as a sentence. */
export function outlookLine(preview: Danger, t: Translate): string {
  return `${capital(outlookWords(preview, t))}${t("log.stop")}`;
}

/** What is asked about before an act is done; null: nothing. */
export function doubt(preview: Preview | null, t: Translate): string | null {
  return isDoubtful(preview) ? outlookLine(preview, t) : null;
}
