/** Loads, centre of mass and margins for drawings and texts; all numbers come from the server. */

import { capitalize } from "../../../lib/language/capitalize";
import { formatNumber, formatTenths } from "../../../lib/language/numbers";
import type { Translate } from "../../../table/contract";
import type { Tone } from "../art/art";
import { baseKey, headsOf } from "../board/shapes";
import type { Balance, BaseId, FloorName, Point, Rest, View } from "../wire";
import { floorTag } from "./names";

/** Loads below this many grams count as zero. */
const MIN_LOAD = 0.05;
/** Distances from the edge in mm: below NARROW a floor is barely supported, below CLOSE not well. */
const NARROW = 2;
const CLOSE = 6;

interface Load {
  id: BaseId;
  at: Point;
  grams: number;
  /** Fraction of the largest load in the temple, from 0 to 1. */
  part: number;
}

interface Resting extends Rest {
  floor: FloorName;
  level: number;
  tone: Tone;
}

/** Return the loads on the columns of a level. */
export function loadsAt(view: View, balance: Balance, level: number): Load[] {
  const largest = Math.max(MIN_LOAD, ...Object.values(balance.columns));
  return headsOf(view, level).flatMap(({ id, at }) => {
    const grams = balance.columns[baseKey(id)] ?? 0;
    return grams < MIN_LOAD ? [] : [{ id, at, grams, part: grams / largest }];
  });
}

/** Return the support of each floor above the base, the worst first. */
export function restsOf(view: View, balance: Balance): Resting[] {
  return view.floors
    .flatMap((floor) => {
      const rest = balance.rests[floor.floor];
      return rest
        ? [{ ...rest, floor: floor.floor, level: floor.level, tone: toneOfMargin(rest.margin) }]
        : [];
    })
    .toSorted((a, b) => a.margin - b.margin);
}

export function toneOfMargin(margin: number): Tone {
  return margin >= CLOSE ? "safe" : margin >= NARROW ? "care" : "risk";
}

/** Return the colour of a column's load, from pale to hot. */
export function heat(part: number): string {
  const [low, high, share] = part < 0.5 ? [PALE, WARM, part * 2] : [WARM, HOT, part * 2 - 1];
  const mixed = low.map((from, i) => Math.round(from + ((high[i] ?? 0) - from) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const PALE = [255, 236, 178];
const WARM = [255, 158, 61];
const HOT = [222, 56, 42];

export function gramsText(grams: number): string {
  return grams < 10 ? formatTenths(grams) : String(Math.round(grams));
}

const WAYS = [
  "right",
  "back-right",
  "back",
  "back-left",
  "left",
  "front-left",
  "front",
  "front-right",
] as const;

/** Return the direction as seen from the front: "to the right". */
export function wayWords(degrees: number, t: Translate): string {
  return t(`menara.way.${WAYS[((Math.round(degrees / 45) % 8) + 8) % 8]}`);
}

function wayOf(rest: Rest): number {
  return (Math.atan2(rest.edge[1] - rest.at[1], rest.edge[0] - rest.at[0]) * 180) / Math.PI;
}

/** Describe the stability of the whole temple. */
export function balanceLines(view: View, balance: Balance, t: Translate): string[] {
  const { tilt, towards } = view.stability;
  const lines = [
    t("menara.balance.mass", {
      mass: Math.round(balance.mass),
      x: formatNumber(Math.round(balance.centre[0])),
      y: formatNumber(Math.round(balance.centre[1])),
      height: Math.round(balance.height),
    }),
  ];
  if (tilt !== null && towards != null)
    lines.push(
      t("menara.balance.weakest", {
        way: wayWords(towards, t),
        tilt: formatTenths(tilt),
        lean: formatTenths(balance.lean),
      }),
    );
  return lines;
}

/** Return a row for each floor above the base: floor, level, load passed down, distance of its load from the edge. */
export function restRows(view: View, balance: Balance, t: Translate): string[][] {
  return restsOf(view, balance).map((rest) => [
    capitalize(floorTag(rest.floor, t)),
    String(rest.level),
    t("menara.grams", { grams: gramsText(rest.load) }),
    t("menara.balance.margin", { margin: formatTenths(rest.margin), way: wayWords(wayOf(rest), t) }),
  ]);
}
