/** Positions of ruins, fields and start spaces in words instead of letters and numbers. */
import type { Translate } from "../../../table/contract";
import type { Field, Ruin, Space } from "../wire";
import { cellOf, LINES, lineOf, sideOf, spotOf } from "./grid";

/** Return the name of a field: "row 3, column 4". */
export function fieldName(field: Field, t: Translate): string {
  const [column, row] = cellOf(field);
  return t("indus.field", { field, row, column });
}

/** Return the names of places and teams for log lines and hints. */
export function logWords(
  { space, field, ruin, ruins }: Record<string, unknown>,
  t: Translate,
): Record<string, string> {
  const kin = Array.isArray(ruins) ? (ruins as Ruin[]) : [];
  const named = kin.find(({ name }) => name === ruin);
  return {
    ...(named && { ruin: ruinName(named, kin, t), ruin_kind: named.kind }),
    ...(typeof space === "string" && { from: spaceName(space, t) }),
    ...(typeof field === "string" && { into: fieldName(field, t) }),
  };
}

/** Return the name of a start space, counted from the left or the top: "second start space of the upper edge". */
export function spaceName(space: Space, t: Translate): string {
  return t("indus.space", { space, side: sideOf(space), number: Number(space[1]) });
}

/** Return the cells that a log line mentions; for a start space, the two fields in front of it. */
export function cellsOf({ cell, space }: Record<string, unknown>): [number, number][] {
  if (Array.isArray(cell)) return [cell as [number, number]];
  return typeof space === "string" ? lineOf(space).slice(0, 2).map(cellOf) : [];
}

/** Return the name of the row or column in front of a start space. */
export function lineName(space: Space, t: Translate): string {
  const [column, row] = spotOf(space);
  const down = "NS".includes(sideOf(space));
  return t("indus.line", {
    fields: lineOf(space).join(" "),
    way: down ? "down" : "across",
    number: down ? column : row,
  });
}

/** Return the name of a ruin: "building at the upper left", numbered in reading order if two names would be equal. */
export function ruinName(ruin: Ruin, ruins: readonly Ruin[], t: Translate): string {
  const kin = ruins.filter((other) => other.kind === ruin.kind);
  const alike = kin.filter((other) => regionOf(other) === regionOf(ruin));
  const order = alike.length > 1 ? alike.findIndex((other) => other.name === ruin.name) + 1 : 0;
  const where = kin.length > 1 ? regionOf(ruin) : "only";
  return t("indus.ruin", {
    kind: t(`indus.kind.${ruin.kind}`),
    kind_id: ruin.kind,
    name: ruin.name,
    where,
    order,
  });
}

/** Return the ninth of the dig with the centre of a ruin: "NW", "N", "middle". */
function regionOf(ruin: Ruin): string {
  const cells = ruin.fields.map(cellOf);
  const third = (axis: 0 | 1): number => {
    const middle = cells.reduce((sum, cell) => sum + cell[axis] - 0.5, 0) / cells.length;
    return Math.floor((3 * middle) / LINES);
  };
  return `${["N", "", "S"][third(1)]}${["W", "", "E"][third(0)]}` || "middle";
}
