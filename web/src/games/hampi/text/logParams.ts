/** Additional texts for Hampi's log: zones that paid, conditions, the Jewel's holder. */
import { joinNames } from "../../../lib/language/i18n.svelte";
import { formatSigned } from "../../../lib/language/numbers";
import type { SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import type { Cell, CompletedZone, Measure, Rotation } from "../wire";
import { edgesWords, inBrackets, measureName, placeName, supportWords } from "./names";
import { shownTileFaces } from "./shownTileFaces.svelte";
import { namesOf } from "./zoneText";

/** A zone that this action completed, with the markers in it by seat. */
export function logWords(
  params: Record<string, unknown>,
  seats: readonly SeatInfo[],
  t: Translate,
): Record<string, string> {
  const words: Record<string, string> = {};
  const zones = (params.zones as CompletedZone[] | undefined) ?? [];
  words.scored = zones.map((zone) => zoneSentence(zone, seats, t)).join(" ") || "none";
  words.following = params.next_round == null ? "none" : String(params.next_round);
  // Next to the board, which marks the place of a tile.
  if (params.brief === true && typeof params.tile === "string") words.where = "none";
  else if (Array.isArray(params.cell)) words.where = placeName(params.cell as Cell, t);
  // Spoken sentences already name the place.
  else if (typeof params.cell === "string") words.where = params.cell;
  const face = typeof params.tile === "string" ? shownTileFaces.faces[params.tile] : undefined;
  if (face && typeof params.rotation === "number")
    words.edges = edgesWords(face, params.rotation as Rotation, t);
  // Until the board has been shown, only the place is known.
  else if (params.codes === "exact") words.codes = "spoken";
  if (Array.isArray(params.gone)) words.lost = lostWords(params.gone as string[], t);
  if (typeof params.measure === "string") Object.assign(words, conditionWords(params, seats, t));
  return words;
}

function lostWords(tiles: string[], t: Translate): string {
  return tiles.length > 0 ? t("hampi.lost", { tiles: tiles.join(", "), count: tiles.length }) : "none";
}

function conditionWords(params: Record<string, unknown>, seats: readonly SeatInfo[], t: Translate) {
  const [before, holders, winners] = [params.before, params.holders, params.winners] as number[][];
  const left = (params.left as Measure[]).map((measure) => measureName(measure, t));
  return {
    measure_name: measureName(params.measure as Measure, t),
    measure_name_id: params.measure as Measure,
    table: (params.values as number[])
      .map((value, seat) => `${nameOf(seat, seats, t)} ${inBrackets(value)}`)
      .join(", "),
    outcome: params.met !== true ? "unmet" : before?.join() === holders?.join() ? "stays" : "passes",
    many: String(holders?.length ?? 0),
    holder_names: namesOf(holders ?? [], seats, t),
    left_names: left.length > 0 ? joinNames(left) : "none",
    winner_names: winners && winners.length > 0 ? namesOf(winners, seats, t) : "none",
  };
}

/** Describe a completed zone: "A pond of 3 tiles is complete: Lady +4, Elder +2 = +6 to Asha (2 markers : 1)." */
function zoneSentence(zone: CompletedZone, seats: readonly SeatInfo[], t: Translate): string {
  const counts = zone.markers.filter((count) => count > 0).toSorted((a, b) => b - a);
  const share = zone.leaders.length === 0 ? "nobody" : zone.leaders.length === 1 ? "one" : "shared";
  return t(`hampi.log.zone.${share}`, {
    kind: zone.kind,
    count: zone.cells.length,
    support: supportWords(zone.support, t),
    total: formatSigned(zone.total),
    names: namesOf(zone.leaders, seats, t),
    by: zone.leaders.length,
    each: supportWords(zone.each, t),
    each_total: formatSigned(zone.each_total),
    contested: counts.length > 1 && zone.leaders.length === 1 ? counts.join(" : ") : "none",
  });
}
