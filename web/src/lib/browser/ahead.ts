import { loadGame } from "../../games";
import { places } from "../../places";
import { bringWords } from "../language/i18n.svelte";

/** Lets the browser do a thing when it has nothing else to do. */
const idly: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(() => work())
    : (work) => setTimeout(work, 300);

/**
 * Fetches what a table needs while the hall is looked at: the table itself, then the part of each game, one after the
 * other, the most likely first; at last the other pages. Nothing is fetched for who asked to save data; a part that does
 * not come is fetched again when it is needed.
 */
export function fetchAhead(games: string[]): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const parts: (() => Promise<unknown>)[] = [
    () => import("../../table/Visit.svelte"),
    () => bringWords("table"),
    ...games.map((name) => () => loadGame(name)),
    ...Object.values(places).map((place) => place.load),
  ];
  const next = (): void => {
    const part = parts.shift();
    if (part) idly(() => void part().then(next, () => undefined));
  };
  next();
}
