/** The server's estimate of the risk of a physical action, as signs and text. */

import { capitalize } from "../../../lib/language/capitalize";
import type { Translate } from "../../../table/contract";
import type { Tone } from "../art/art";
import type { Danger, Outlook, Preview } from "../wire";

export const TONE_OF: Record<Outlook, Tone> = { safe: "safe", risky: "care", falls: "risk" };

/** Return whether the action could bring the temple down and so needs confirmation. */
export function isRisky(preview: object | null): preview is Danger & { outlook: "risky" | "falls" } {
  const outlook = preview && "outlook" in preview ? preview.outlook : null;
  return outlook === "risky" || outlook === "falls";
}

/** Describe the risk: "risky: in about 7 of 100 tries the temple falls and the game ends". */
export function riskWords({ outlook = "safe", risk = 0 }: Danger, t: Translate): string {
  const tries = Math.min(99, Math.max(1, Math.round(100 * risk)));
  return t(`menara.outlook.${outlook}`, { tries });
}

/** Describe the risk as a sentence. */
export function riskLine(preview: Danger, t: Translate): string {
  return `${capitalize(riskWords(preview, t))}${t("log.stop")}`;
}

/** Return the confirmation text before an action; null if none is needed. */
export function confirmation(preview: Preview | null, t: Translate): string | null {
  return isRisky(preview) ? riskLine(preview, t) : null;
}
