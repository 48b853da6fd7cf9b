/** The other players' actions since my last decision, as shown, for replay. */
import type { AnyView, GameEvent } from "../contract";

/** A snapshot that was shown, with the events that led to it. */
export interface ShownSnapshot {
  view: AnyView;
  recent: GameEvent[];
}

/** Maximum number of snapshots to replay. */
const MAX_SNAPSHOTS = 60;

/** Return the snapshots to replay after adding this one; the first is the starting point. */
export function catchUpSnapshots(
  pictures: readonly ShownSnapshot[],
  shown: ShownSnapshot,
  mine: readonly number[],
): ShownSnapshot[] {
  const at = shown.recent.findLastIndex((event) => event.kind === "back" || isMine(event, mine));
  if (at < 0 && pictures.length > 0) return [...pictures, shown].slice(-MAX_SNAPSHOTS);
  const after = at < 0 ? [] : shown.recent.slice(at + 1);
  return [{ view: shown.view, recent: passed(after, mine) ? after : [] }];
}

/** Return whether there is anything to replay. */
export function othersActed(pictures: readonly ShownSnapshot[], mine: readonly number[]): boolean {
  const events = pictures.flatMap((one) => one.recent);
  return events.some((event) => event.kind === "act") || passed(events, mine);
}

/** Return whether another seat had a turn of chance only, such as drawing the Sun Jewel, that is over. */
function passed(events: readonly GameEvent[], mine: readonly number[]): boolean {
  const drawn = events.filter((event) => event.kind === "chance").map((event) => event.log.params.seat);
  const seats = drawn.filter((seat) => typeof seat === "number");
  return seats.some((seat) => seat !== seats.at(-1) && !mine.includes(seat));
}

function isMine(event: GameEvent, mine: readonly number[]): boolean {
  return event.kind === "act" && mine.includes(event.seat ?? -1);
}
