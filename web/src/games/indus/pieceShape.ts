/** A board piece on its own, as the gallery shows it. */
import type { Shape } from "./geometry";
import { beside, cellOf, type Side } from "./grid";
import type { Components, Field } from "./types";

type Part = Components["pieces"][number]["parts"][number];

/** Fields of a part with their links; exits lead on to the field beyond, to be cut off at the rim of the piece. */
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

/** The fields of a piece: three by three without the inner corner, or the four in the middle. */
export function fieldsOfPiece(centre: boolean): Field[] {
  return centre ? ["33", "34", "43", "44"] : ["11", "12", "13", "21", "22", "23", "31", "32"];
}

/** The ground of a piece as an SVG path. */
export function groundOf(fields: readonly Field[]): string {
  return fields
    .map((field) => {
      const [column, row] = cellOf(field);
      return `M${(column - 1) * 100} ${(row - 1) * 100} h100 v100 h-100 Z`;
    })
    .join(" ");
}
