import { loadGame } from "../../games";
import { routes } from "../../routes";
import { loadMessages } from "../language/i18n.svelte";

/** Run a callback when the browser is idle. */
const whenIdle: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(() => work())
    : (work) => setTimeout(work, 300);

/**
 * Prefetch what a table needs while the lobby is shown: first the table, then the modules of games by likelihood, then
 * other pages. Does nothing if the user asked to save data; parts that fail are fetched again when needed.
 */
export function prefetch(games: string[]): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const parts: (() => Promise<unknown>)[] = [
    () => import("../../table/TableSession.svelte"),
    () => loadMessages("table"),
    ...games.map((name) => () => loadGame(name)),
    ...Object.values(routes).map((place) => place.load),
  ];
  const next = (): void => {
    const part = parts.shift();
    if (part) whenIdle(() => void part().then(next, () => undefined));
  };
  next();
}
