/** Pieces mentioned in a log entry, as places to highlight: a floor's number and a base, or a whole floor. */
import { floorNamed } from "../board/shapes";
import type { BaseId, FloorName, Point, View } from "../wire";

/** Base number that means the floor with all its bases. */
const WHOLE = -1;

/** A base mentioned in a log entry. */
export interface NamedBase {
  id: BaseId;
  at: Point;
  level: number;
}

/** Return the places that a log message refers to by code. */
export function placesNamedIn(params: Record<string, unknown>): [number, number][] {
  const { floor, base, columns, covers } = params;
  if (Array.isArray(columns) && columns.length > 0)
    return (columns as BaseId[]).map(([name, number]) => [numberOf(name), number]);
  const whole = typeof floor === "string" ? [numberOf(floor), typeof base === "number" ? base : WHOLE] : null;
  // A planned floor has no position yet: highlight the columns that would carry it.
  const carriers = Array.isArray(covers)
    ? (covers as string[]).map((code) => [numberOf(code), Number(code.split(".")[1])])
    : [];
  return [...(whole ? [whole] : []), ...carriers] as [number, number][];
}

function numberOf(name: FloorName): number {
  return Number(name.slice(1, 3));
}

/** Return the bases of a view at these places. */
export function basesAt(view: View, places: readonly (readonly [number, number])[]): NamedBase[] {
  return places.flatMap(([number, base]) => {
    const name = `F${String(number).padStart(2, "0")}`;
    const floor = floorNamed(view, name);
    if (!floor) return [];
    return floor.bases.flatMap(({ at }, i) =>
      base === WHOLE || base === i ? [{ id: [name, i] as BaseId, at, level: floor.level }] : [],
    );
  });
}
