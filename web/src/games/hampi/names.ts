/** Cells, tiles, influencers and zones in words. */
import { points, signed, written } from "../../lib/numbers";
import type { Translate } from "../../table/contract";
import { INFLUENCERS } from "./people";
import type { Cell, Measure, Support, View, Zone, ZoneKind } from "./wire";

/** A cell as it is spoken: "cell (1, −1)". */
export function placeName(cell: [number, number], t: Translate): string {
  return t("hampi.cell", { cell: cellText(cell) });
}

/** "(1,−1)", with a true minus sign. */
export function cellText(cell: Cell): string {
  return `(${cell.map(written).join(",")})`;
}

export function measureName(measure: Measure, t: Translate): string {
  return t(`hampi.measure.${measure}`);
}

export function kindName(kind: ZoneKind, t: Translate): string {
  return t(`hampi.kind.${kind}`);
}

/** "Lady +4, Elder +2"; "nothing" for an empty one. */
export function supportWords(support: Support, t: Translate): string {
  const words = INFLUENCERS.flatMap((who) =>
    support[who] ? [`${measureName(who, t)} ${signed(support[who] ?? 0)}`] : [],
  );
  return words.join(", ") || t("hampi.nothing");
}

export function listed(words: readonly string[], t: Translate): string {
  if (words.length < 2) return words[0] ?? "";
  return t("hampi.and", { first: words.slice(0, -1).join(", "), last: words.at(-1) });
}

/** "pond of 3 tiles". */
export function zoneName(zone: Pick<Zone, "kind" | "cells">, t: Translate): string {
  return t("hampi.zone", { kind: kindName(zone.kind, t), count: zone.cells.length });
}

/** Which zones may be marked now; `count`: markers that are left for round 2. */
export function markingRule(view: Pick<View, "mode" | "marking">, count: number, t: Translate): string {
  const game = view.mode === "advanced" ? "advanced." : "";
  return t(`hampi.marking.${game}${view.marking}`, { count });
}

/** A tile of a log sentence as it is spoken. */
export function codeName(code: string, t: Translate): string {
  return t("hampi.tile", { tile: code });
}

/** A debt in brackets. */
export function bracketed(value: number): string {
  return value < 0 ? `(${points(value)})` : points(value);
}
