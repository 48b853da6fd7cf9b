/** Zones to highlight: those of the previewed tile, those that can be marked, or the hovered one. */
import { unique } from "../../../lib/unique";
import { isBuilding } from "../board/land";
import type { MarkOption } from "../panels/marking";
import type { FutureZone, Placement, Zone } from "../wire";
import { isWide, ordered } from "./placements";

export interface ZoneHighlight {
  zone: Zone;
  tone: "plain" | "done" | "bad";
  strong: boolean;
  gaps: boolean;
}

/** Return the zones that the previewed placement would complete or leave open. */
export function highlightsOfPlacement(placement: Placement): ZoneHighlight[] {
  const candidates = ordered(placement.zones).filter((zone) => zone.status === "open" || zone.completed);
  return candidates.filter(isHighlighted).map((zone) => ({
    zone,
    tone: zone.completed ? (zone.total < 0 ? "bad" : "done") : "plain",
    strong: zone.completed,
    gaps: !zone.completed && !isBuilding(zone),
  }));
}

function isHighlighted(zone: FutureZone): boolean {
  return zone.completed || !(isWide(zone) || (isBuilding(zone) && zone.gaps > 1));
}

/** List each zone once, even if several markers in it can be taken; `at` is the hovered option. */
export function highlightsOfOptions(
  options: readonly MarkOption[],
  at: string | null,
  here: Zone | null,
): ZoneHighlight[] {
  const all = options.flatMap((option): ZoneHighlight[] =>
    option.zone ? [optionHighlight(option, option.zone, at)] : [],
  );
  const marked = unique(
    all.toSorted((a, b) => Number(b.strong) - Number(a.strong)),
    (one) => one.zone.id,
  );
  if (here && !marked.some((one) => one.strong))
    return [
      ...marked.filter((one) => one.zone.id !== here.id),
      { zone: here, tone: "plain", strong: true, gaps: here.status === "open" },
    ];
  // Where zones would overlap, show only the hovered one.
  return marked.filter((one) => (at === null ? !isWide(one.zone) : one.strong));
}

function optionHighlight({ action, warning }: MarkOption, zone: Zone, at: string | null): ZoneHighlight {
  const strong = action === at;
  return {
    zone,
    tone: warning === "negative" ? "bad" : zone.status === "complete" ? "done" : "plain",
    strong,
    gaps: strong,
  };
}
