/** A single board piece, as shown in the gallery. */

import type { Field, PartPiece, Place } from "../wire";
import type { Shape } from "./geometry";
import { beside, cellOf, LINES, SIDES, type Side } from "./grid";

/** Order of placement: a corner piece is rotated once more for each corner. */
export const PLACES: readonly Place[] = ["centre", "NW", "NE", "SE", "SW"];

export type Part = PartPiece;

/** Return the fields and links of a part. Exits lead to the field beyond and are clipped at the edge of the piece. */
export function shapeOf(part: Part): Shape {
  const own = part.fields.flatMap((field) =>
    (["E", "S"] as const).flatMap((side) => {
      const other = beside(field, side);
      return other && part.fields.includes(other) ? [[field, other] as const] : [];
    }),
  );
  const out = part.exits.flatMap((exit) => {
    const field = exit.slice(0, 2);
    const beyond = beside(field, exit[2] as Side);
    return beyond ? [[field, beyond] as const] : [];
  });
  return { fields: [...part.fields, ...out.map(([, beyond]) => beyond)], links: [...own, ...out] };
}

/** Return a part of a piece, or some of its fields, rotated for a place. */
export function laid({ fields, exits, ...part }: Part, place: Place): Part {
  const turns = turnsAt(place);
  const turnedExits = exits.map((exit) => fieldAt(exit.slice(0, 2), turns) + sideAt(exit[2] as Side, turns));
  return { ...part, fields: fields.map((field) => fieldAt(field, turns)), exits: turnedExits };
}

/** Return the fields of the piece at a place. */
export function fieldsAt(place: Place): Field[] {
  return fieldsOfPiece(place === "centre").map((field) => fieldAt(field, turnsAt(place)));
}

function turnsAt(place: Place): number {
  return Math.max(0, PLACES.indexOf(place) - 1);
}

function fieldAt(field: Field, turns: number): Field {
  let [row, column] = [Number(field[0]), Number(field[1])];
  for (let turn = 0; turn < turns; turn += 1) [row, column] = [column, LINES + 1 - row];
  return `${row}${column}`;
}

function sideAt(side: Side, turns: number): Side {
  return SIDES[(SIDES.indexOf(side) + turns) % SIDES.length] as Side;
}

/** Return the fields of the piece at a place: three by three without the inner corner, or the four in the middle. */
export function fieldsOfPiece(centre: boolean): Field[] {
  return centre ? ["33", "34", "43", "44"] : ["11", "12", "13", "21", "22", "23", "31", "32"];
}

/** Return the ground of a piece as an SVG path. */
export function groundOf(fields: readonly Field[]): string {
  return fields
    .map((field) => {
      const [column, row] = cellOf(field);
      return `M${(column - 1) * 100} ${(row - 1) * 100} h100 v100 h-100 Z`;
    })
    .join(" ");
}
