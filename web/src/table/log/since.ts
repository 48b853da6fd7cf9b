/** What the others have done since my last decision, as it was shown: to be told again. */
import type { AnyView, GameEvent } from "../contract";

/** A picture that was shown, and the events that led to it. */
export interface Shown {
  view: AnyView;
  recent: GameEvent[];
}

/** More than this is not told again. */
const LONGEST = 60;

/** The pictures to be told again once this one is shown, too; the first is what the rest began from. */
export function since(pictures: readonly Shown[], shown: Shown, mine: readonly number[]): Shown[] {
  const at = shown.recent.findLastIndex((event) => event.kind === "back" || byMe(event, mine));
  if (at < 0 && pictures.length > 0) return [...pictures, shown].slice(-LONGEST);
  const after = at < 0 ? [] : shown.recent.slice(at + 1);
  return [{ view: shown.view, recent: passed(after, mine) ? after : [] }];
}

/** Whether there is anything to be told. */
export function othersActed(pictures: readonly Shown[], mine: readonly number[]): boolean {
  const events = pictures.flatMap((one) => one.recent);
  return events.some((event) => event.kind === "act") || passed(events, mine);
}

/** Whether somebody else had a turn of chance alone, and it is over: who draws the Sun Jewel decides nothing. */
function passed(events: readonly GameEvent[], mine: readonly number[]): boolean {
  const drawn = events.filter((event) => event.kind === "chance").map((event) => event.log.params.seat);
  const seats = drawn.filter((seat) => typeof seat === "number");
  return seats.some((seat) => seat !== seats.at(-1) && !mine.includes(seat));
}

function byMe(event: GameEvent, mine: readonly number[]): boolean {
  return event.kind === "act" && mine.includes(event.seat ?? -1);
}
