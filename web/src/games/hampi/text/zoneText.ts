/** Descriptions of zones and of the Jewel: gaps, payments, and the reason why a player holds it. */
import { joinNames } from "../../../lib/language/i18n.svelte";
import { formatSigned } from "../../../lib/language/numbers";
import type { GameEvent, SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { isBuilding } from "../board/land";
import type { Cell, Measure, View, Zone } from "../wire";
import { measureName, supportWords } from "./names";

export function namesOf(list: readonly number[], seats: readonly SeatInfo[], t: Translate): string {
  return joinNames(list.map((seat) => nameOf(seat, seats, t)));
}

/** Describe the gaps of a zone: "complete", "2 gaps", "can never score". */
export function gapsWords(zone: Zone, t: Translate): string {
  if (zone.status === "complete") return t(zone.scored ? "hampi.zone.scored" : "hampi.zone.complete");
  if (zone.status === "dead") return t("hampi.zone.dead");
  if (zone.status === "road") return t("hampi.zone.road");
  return t(zone.kind === "land" ? "hampi.gaps.land" : "hampi.gaps", { count: zone.gaps });
}

/** Players that were paid, or would be paid now. */
export function paysWords(zone: Zone, view: View, seats: readonly SeatInfo[], t: Translate): string {
  if (zone.status === "dead" || zone.status === "road") return "";
  if (zone.scored)
    return zone.paid.length === 0
      ? t("hampi.pays.nobody-ever")
      : t("hampi.pays.paid", paid(zone, zone.paid, seats, t));
  if (zone.leaders.length === 0)
    return t(
      zone.status === "complete"
        ? "hampi.pays.free"
        : view.marking === "completed" && !isBuilding(zone)
          ? "hampi.pays.later"
          : "hampi.pays.nobody",
    );
  return t(
    zone.status === "complete" ? "hampi.pays.now" : "hampi.pays.would",
    paid(zone, zone.leaders, seats, t),
  );
}

function paid(zone: Zone, leaders: readonly number[], seats: readonly SeatInfo[], t: Translate) {
  return {
    names: namesOf(leaders, seats, t),
    count: leaders.length,
    each: formatSigned(zone.each_total),
    support: supportWords(zone.each, t),
  };
}

/** Return the Jewel's holder and the reason in one sentence. */
export function jewelWords(view: View, seats: readonly SeatInfo[], t: Translate): string {
  const { holders, history, found_by } = view.jewel;
  if (holders.length === 0) return t("hampi.jewel.hidden");
  const names = namesOf(holders, seats, t);
  const count = holders.length;
  const last = history.at(-1);
  if (!last)
    return found_by === null
      ? t("hampi.jewel.holds", { names, count })
      : t("hampi.jewel.found", { names, count });
  return t("hampi.jewel.by", {
    names,
    count,
    measure: measureName(last.measure, t),
    measure_id: last.measure,
  });
}

/** Short form for small screens. */
export function jewelShort(view: View, seats: readonly SeatInfo[], t: Translate): string {
  const { holders, history, found_by } = view.jewel;
  if (holders.length === 0) return t("hampi.jewel.short.hidden");
  const last = history.at(-1);
  const why = last ? "by" : found_by === null ? "holds" : "found";
  return t(`hampi.jewel.short.${why}`, {
    names: namesOf(holders, seats, t),
    measure: last ? measureName(last.measure, t) : "",
  });
}

export function upcomingMeasures(view: View): Measure[] {
  return view.conditions.filter((condition) => condition.to_come).map((condition) => condition.measure);
}

/** Announcement of the Jewel's latest change. */
export interface JewelNews {
  seq: number;
  holders: number[];
  changed: boolean;
  measure: Measure | null;
  values: number[];
  met: boolean;
  winners: number[];
}

export function jewelNews(events: readonly GameEvent[]): JewelNews | null {
  const event = events.findLast(
    ({ log }) => log.key === "hampi.log.condition" || log.key === "hampi.log.jewel",
  );
  if (!event) return null;
  const { params } = event.log;
  if (event.log.key === "hampi.log.jewel")
    return {
      seq: event.seq,
      holders: [Number(params.seat)],
      changed: true,
      measure: null,
      values: [],
      met: true,
      winners: [],
    };
  const [before, holders] = [params.before as number[], params.holders as number[]];
  return {
    seq: event.seq,
    holders,
    changed: before.join() !== holders.join(),
    measure: params.measure as Measure,
    values: params.values as number[],
    met: params.met === true,
    winners: (params.winners as number[]) ?? [],
  };
}

/** Return the cell of the last tile if one of these events laid it. */
export function lastLaid(events: readonly GameEvent[]): Cell | null {
  const event = events.findLast(({ log }) => log.key === "hampi.log.place");
  return (event?.log.params.cell as Cell | undefined) ?? null;
}
