/** Texts about a cell of a platform: what it contains, and what choosing it does. */
import { joinFacts } from "../../../lib/language/i18n.svelte";
import { formatValue } from "../../../table/board/expectedValues.svelte";
import type { Translate } from "../../../table/contract";
import { sameCell } from "../board/layout";
import { isOpen, type Place } from "../places/places";
import type { Cell, CellView, PlatformView } from "../wire";
import { cellName, isAtRisk, placeName } from "./names";

/** A cell with its tiles, and its place among the choices, if any. */
export interface DescribedCell {
  cell: Cell;
  there: CellView | undefined;
  place: Place | undefined;
}

/** Describe the contents of a cell and the result of each choice. */
export function cellFacts(
  { cell, there, place }: DescribedCell,
  platform: PlatformView,
  t: Translate,
): string[] {
  const parts = [there ? cellName(there, platform, t) : `${placeName(cell, t)}, ${t("kerala.spoken.free")}`];
  for (const { choice } of place?.options ?? []) {
    parts.push(t(`kerala.here.${choice.kind}`, { figure: "figure" in choice ? choice.figure + 1 : 0 }));
  }
  if (place?.gain != null) parts.push(formatValue(place.gain));
  if (place?.effect && place.effect !== "same") parts.push(t(`kerala.effect.${place.effect}`));
  if (place?.blocked) parts.push(t(place.blocked));
  return parts;
}

/** Return the tip for a cell. One that can be chosen has a tip only if `open`, with the result of choosing it. */
export function cellTip(described: DescribedCell, open: boolean, platform: PlatformView, t: Translate) {
  const { cell, there, place } = described;
  if (open && isOpen(place)) {
    const [where = "", ...happens] = cellFacts(described, platform, t);
    return {
      stack: there?.stack ?? (place?.ghost ? [place.ghost] : []),
      side: there?.side ?? place?.side ?? null,
      lines: [there ? placeName(cell, t) : where, joinFacts(happens)].filter(Boolean),
      warning: null,
    };
  }
  if (isOpen(place) || (!there && !place?.blocked)) return null;
  const warnings = [
    place?.blocked && t(place.blocked),
    there && isAtRisk(platform, cell) && t("kerala.tip.removed"),
  ];
  return {
    stack: there?.stack ?? [],
    side: there?.side ?? null,
    lines: [placeName(cell, t), ...figuresOn(cell, platform, t)],
    warning: warnings.filter(Boolean).join(" ") || null,
  };
}

/** Describe the figures on a cell. */
function figuresOn(cell: Cell, platform: PlatformView, t: Translate): string[] {
  const there = platform.figures.filter((figure) => sameCell(figure.cell, cell));
  return there.slice(0, 1).map((figure) => t(`kerala.explain.figure_${figure.lying ? "lying" : "standing"}`));
}
