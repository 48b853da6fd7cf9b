/** Positions of the players' pointers, as text to send and as a place on the table. */
import { baseAt, levelOf } from "../board/shapes";
import type { BaseId, Point, View } from "../wire";

export interface Pointer {
  at: Point;
  level: number;
  name: string;
}

/** Piece code, such as "F01.2". */
export function pointerText([floor, base]: BaseId): string {
  return `${floor}.${base}`;
}

/** A point over a level: "@12,-3,2". */
export function placeText([x, y]: Point, level: number): string {
  return `@${Math.round(x)},${Math.round(y)},${level}`;
}

export function pointersAt(
  pointers: ReadonlyMap<number, string>,
  view: View,
  name: (seat: number) => string,
): Pointer[] {
  return [...pointers].flatMap(([seat, text]) => {
    const place = /^@(-?\d+),(-?\d+),(\d+)$/.exec(text);
    if (place)
      return [
        { at: [Number(place[1]), Number(place[2])] as Point, level: Number(place[3]), name: name(seat) },
      ];
    const base = /^(F\d\d)\.(\d)$/.exec(text);
    if (!base) return [];
    const id: BaseId = [base[1] as string, Number(base[2])];
    const there = baseAt(view, id);
    return there ? [{ at: there.at, level: levelOf(view, id), name: name(seat) }] : [];
  });
}
