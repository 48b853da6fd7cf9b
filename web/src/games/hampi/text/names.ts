/** Names of cells, tiles, influencers and zones. */
import { formatNumber, formatPoints, formatSigned } from "../../../lib/language/numbers";
import type { Translate } from "../../../table/contract";
import { INFLUENCERS } from "../art/influencerSeals";
import { DIRECTIONS } from "../geometry/hex";
import type { Cell, Face, Measure, Rotation, Support, View, Zone, ZoneKind } from "../wire";
import { shownTileFaces } from "./shownTileFaces.svelte";

/** Return the spoken name of a cell by the shortest path from the first tile: "2 east, 1 south-east of the middle". */
export function placeName(cell: Cell, t: Translate): string {
  const ways = waysTo(cell).map(([side, steps]) =>
    t("hampi.way", { steps, side: t(`hampi.side.${side}`), side_id: side }),
  );
  return t("hampi.cell", { cell: cellText(cell), steps: ways.length, way: ways.join(", ") });
}

/** At most two directions, with the number of steps in each. */
function waysTo([q, r]: Cell): [string, number][] {
  const aslant = q * r < 0 ? Math.min(Math.abs(q), Math.abs(r)) * Math.sign(q) : 0;
  const ways: [string, string, number][] = [
    ["E", "W", q - aslant],
    ["NE", "SW", aslant],
    ["SE", "NW", r + aslant],
  ];
  return ways.flatMap(([there, back, steps]) => (steps ? [[steps > 0 ? there : back, Math.abs(steps)]] : []));
}

/** Format a cell as "(1,−1)", with a true minus sign. */
export function cellText(cell: Cell): string {
  return `(${cell.map((one) => formatNumber(one)).join(",")})`;
}

export function measureName(measure: Measure, t: Translate): string {
  return t(`hampi.measure.${measure}`);
}

export function kindName(kind: ZoneKind, t: Translate): string {
  return t(`hampi.kind.${kind}`);
}

/** Return support as text: "Lady +4, Elder +2", or "nothing" if empty. */
export function supportWords(support: Support, t: Translate): string {
  const words = INFLUENCERS.flatMap((who) =>
    support[who] ? [`${measureName(who, t)} ${formatSigned(support[who] ?? 0)}`] : [],
  );
  return words.join(", ") || t("hampi.nothing");
}

/** Return the name of a zone: "pond of 3 tiles". */
export function zoneName(zone: Pick<Zone, "kind" | "cells">, t: Translate): string {
  return t("hampi.zone", { kind: kindName(zone.kind, t), kind_id: zone.kind, count: zone.cells.length });
}

/** Return the current rule for marking zones; `count` is the number of markers left for round 2. */
export function markingRule(view: Pick<View, "mode" | "marking">, count: number, t: Translate): string {
  const game = view.mode === "advanced" ? "advanced." : "";
  return t(`hampi.marking.${game}${view.marking}`, { count });
}

/** Return the spoken name of a tile in any rotation: "tile with road, pond, 2 villages". */
export function codeName(code: string, t: Translate, faces = shownTileFaces.faces): string {
  return t("hampi.tile", { tile: code, words: faceWords(faces[code], t) || code });
}

/** Return the name of an edge: "east road". */
export function edgeWords(side: string, edge: string, t: Translate): string {
  const names = { side: t(`hampi.side.${side}`), edge: t(`hampi.edge.${edge}`) };
  return t("hampi.edge", { ...names, side_id: side, edge_id: edge });
}

/** List the edges of a face: "east road, south-east road, otherwise land". */
export function edgesWords(face: Face, rotation: Rotation, t: Translate): string {
  const sides = DIRECTIONS.flatMap((name, direction) => {
    const letter = face.edges[(direction - rotation + 6) % 6] ?? "L";
    return letter === "L" ? [] : [edgeWords(name, letter, t)];
  });
  return sides.length === 0
    ? t("hampi.edges.land")
    : t("hampi.edges", { sides: sides.join(", "), count: 6 - sides.length });
}

/** Describe the features of a face. */
function faceWords(face: Face | undefined, t: Translate): string {
  if (!face) return "";
  const villages = face.parts.filter((part) => part.village).length;
  const words = [
    ...["R", "F", "P"]
      .filter((letter) => face.edges.includes(letter))
      .map((letter) => t(`hampi.edge.${letter}`)),
    ...(villages > 0 ? [t("hampi.villages", { count: villages })] : []),
    ...(face.building ? [t(`hampi.building.${face.building}`)] : []),
  ];
  return words.join(", ") || t("hampi.edge.L");
}

/** Format a value, with negative ones in brackets. */
export function inBrackets(value: number): string {
  return value < 0 ? `(${formatPoints(value)})` : formatPoints(value);
}
