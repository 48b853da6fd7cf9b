/** Bases that can be chosen, and those that cannot with the reason, for tower, plan and list. */

import { capitalize } from "../../../lib/language/capitalize";
import { joinFacts } from "../../../lib/language/i18n.svelte";
import { formatTenths } from "../../../lib/language/numbers";
import type { Translate } from "../../../table/contract";
import { type Tone, toneOfBears } from "../art/art";
import { baseName, bearsWords, colourName, floorName } from "../text/names";
import { isRisky, riskWords, TONE_OF } from "../text/riskText";
import type {
  BaseId,
  BasePreview,
  BlockedBase,
  Choice,
  Colour,
  LiftPreview,
  Point,
  Preview,
  View,
} from "../wire";
import { type BaseChoice, baseAt, footOf, levelOf, ofKind, sameBase, type Which, whichOf } from "./shapes";

/** Preview of a column that is placed, taken out or set up again. */
type ColumnPreview = LiftPreview & Partial<BasePreview>;

export interface BaseHighlight {
  id: BaseId;
  /** Position among the bases of its colour on the floor. */
  which: Which | null;
  at: Point;
  level: number;
  colour: Colour;
  tone: Tone | "blocked";
  kind: "place" | "lift" | "put" | "reset";
  /** Action; null if the base is blocked. */
  action: string | null;
  preview: ColumnPreview | null;
  blocked: BlockedBase | null;
  advised: boolean;
}

export function highlightedBases(
  view: View,
  choices: readonly Choice[],
  previews: readonly Preview[],
  advised: string | null,
): BaseHighlight[] {
  const bases: BaseChoice[] = ofKind(choices, "place", "lift", "put", "reset");
  const open = bases.flatMap((choice): BaseHighlight[] => {
    const preview = columnPreviewOf(previews, choice.action);
    const lit = highlightOf(view, choice.base, choice.kind, choice.action === advised);
    if (!lit) return [];
    return [{ ...lit, tone: toneOf(preview), action: choice.action, preview }];
  });
  const kind = bases[0]?.kind ?? (view.phase === "take" ? "lift" : view.phase === "put" ? "put" : "place");
  const shut = blockedOf(previews).flatMap((blocked): BaseHighlight[] => {
    if (sameBase(blocked.base, view.partner)) return [];
    const lit = highlightOf(view, blocked.base, kind, false);
    return lit ? [{ ...lit, blocked }] : [];
  });
  return [...open, ...shut];
}

function columnPreviewOf(previews: readonly Preview[], action: string): ColumnPreview | null {
  const found = previews.find((one) => one.action === action);
  return found && "stands" in found && !("stability" in found) ? found : null;
}

/** Return the stability level, by the same measure as the text. */
function toneOf(preview: ColumnPreview | null): Tone {
  if (isRisky(preview)) return TONE_OF[preview.outlook];
  if (preview?.stands === false) return "risk";
  return toneOfBears(preview?.bears ?? null);
}

function highlightOf(
  view: View,
  id: BaseId,
  kind: BaseHighlight["kind"],
  advised: boolean,
): BaseHighlight | null {
  const base = baseAt(view, id);
  if (!base) return null;
  const at = kind === "lift" ? footOf(base) : base.at;
  return {
    id,
    which: whichOf(view, id),
    at,
    level: levelOf(view, id),
    colour: base.colour,
    tone: "blocked",
    kind,
    action: null,
    preview: null,
    blocked: null,
    advised,
  };
}

export function blockedOf(previews: readonly Preview[]): BlockedBase[] {
  return previews.flatMap((preview) => ("blocked" in preview ? preview.blocked : []));
}

/** Group by level, the highest first, and within a level by floor. */
export function byLevel(lit: readonly BaseHighlight[]): { level: number; bases: BaseHighlight[] }[] {
  const levels = [...new Set(lit.map((one) => one.level))].toSorted((a, b) => b - a);
  const order = (one: BaseHighlight): string => `${one.tone === "blocked" ? 1 : 0}${one.id[0]}${one.id[1]}`;
  return levels.map((level) => ({
    level,
    bases: lit.filter((one) => one.level === level).toSorted((a, b) => order(a).localeCompare(order(b))),
  }));
}

export function highlightAt(lit: readonly BaseHighlight[], id: BaseId | null): BaseHighlight | null {
  return lit.find((one) => sameBase(one.id, id)) ?? null;
}

/** Return the location of a base: "the star, left". */
export function highlightName(one: BaseHighlight, t: Translate): string {
  return baseName(one.id, one.which, t);
}

/** Describe a base: "Yellow on the star, left, level 1; bears 1.6 columns more; completes the floor". */
export function highlightText(one: BaseHighlight, t: Translate): string {
  const words = [
    t("menara.base.words", {
      base: highlightName(one, t),
      colour: colourName(one.colour, t),
      colour_id: one.colour,
      level: one.level,
    }),
  ];
  return capitalize(joinFacts([...words, ...highlightDetails(one, t)]));
}

export function highlightDetails(one: BaseHighlight, t: Translate): string[] {
  if (one.blocked) return [reasonOf(one, t)];
  return [...(one.advised ? [t("menara.advised")] : []), ...previewWords(one.preview, t)];
}

export function previewWords(preview: ColumnPreview | null, t: Translate): string[] {
  if (!preview) return [];
  return [...standingWords(preview, t), ...(preview.fills ? [t("menara.fills")] : [])];
}

/** Describe the stability by one measure: the risk of a fall, the need for a second column, or the load capacity. */
function standingWords(preview: ColumnPreview, t: Translate): string[] {
  if (isRisky(preview)) return [riskWords(preview, t), ...lackWords(preview, t)];
  if (!preview.stands) return [t("menara.pair")];
  return [preview.bears === undefined ? riskWords(preview, t) : bearsWords(preview.bears, t)];
}

function lackWords({ tips, needs }: ColumnPreview, t: Translate): string[] {
  return tips && needs
    ? [t("menara.lacks", { floor: floorName(tips, t), floor_id: tips, grams: formatTenths(needs) })]
    : [];
}

/** Return whether to show the bar of load capacity: only if the text gives that measure. */
export function hasGauge({ kind, preview }: BaseHighlight): boolean {
  return kind !== "lift" && preview?.bears !== undefined && preview.stands && !isRisky(preview);
}

/** Message keys of reasons about tipping; other reasons are shown regardless of tipping. */
const STATICS = new Set(["menara.refusal.tips", "menara.refusal.partner"]);

export function reasonOf({ blocked, kind }: BaseHighlight, t: Translate): string {
  if (!blocked) return "";
  const { tips, needs, key } = blocked;
  if (!tips || !STATICS.has(key)) return t(key);
  const way = kind === "lift" ? "menara.tips.lift" : "menara.tips";
  const floor = floorName(tips, t);
  return needs ? t(`${way}.floor`, { floor, grams: formatTenths(needs) }) : t(`${way}.any`, { floor });
}

/** Return the highest level with a base that is not blocked; null without one. */
export function highestOpenLevel(lit: readonly BaseHighlight[]): number | null {
  const levels = lit.filter((one) => one.tone !== "blocked").map((one) => one.level);
  return levels.length > 0 ? Math.max(...levels) : null;
}
