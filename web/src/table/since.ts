/** What the others have done since my last decision, as it was shown: to be told again. */
import type { AnyView, GameEvent } from "./contract";

/** A picture that was shown, and the events that led to it. */
export interface Shown {
  view: AnyView;
  recent: GameEvent[];
}

/** More than this is not told again. */
const LONGEST = 60;

/** The pictures to be told again once this one is shown, too; the first is what the rest began from. */
export function since(pictures: readonly Shown[], shown: Shown, mine: readonly number[]): Shown[] {
  const anew = shown.recent.some((event) => event.kind === "back" || byMe(event, mine));
  if (anew || pictures.length === 0) return [{ view: shown.view, recent: [] }];
  return [...pictures, shown].slice(-LONGEST);
}

/** Whether there is anything to be told. */
export function othersActed(pictures: readonly Shown[]): boolean {
  return pictures.some((one) => one.recent.some((event) => event.kind === "act"));
}

function byMe(event: GameEvent, mine: readonly number[]): boolean {
  return event.kind === "act" && mine.includes(event.seat ?? -1);
}
