/** Texts of Hampi: labels of choices, score rows, the text view, the status line and descriptions of cells. */
import { capitalize } from "../../../lib/language/capitalize";
import { joinFacts, joinNames, withLabel } from "../../../lib/language/i18n.svelte";
import { formatShare, formatSigned } from "../../../lib/language/numbers";
import type { ScoreRow, SeatInfo, TextSection, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { INFLUENCERS } from "../art/influencerSeals";
import { tileAt, zonesOf } from "../board/land";
import { sameCell } from "../geometry/hex";
import type {
  BlockedCell,
  Cell,
  Choice,
  FutureZone,
  Influencer,
  PaidZone,
  Placement,
  Rotation,
  Sheet,
  View,
  Zone,
  ZoneKind,
} from "../wire";
import {
  codeName,
  edgesWords,
  inBrackets,
  kindName,
  markingRule,
  measureName,
  placeName,
  supportWords,
  zoneName,
} from "./names";
import { isWide, ordered, placementAt, type Spot, spotAt } from "./placements";
import { gapsWords, jewelWords, namesOf, paysWords, upcomingMeasures } from "./zoneText";

const KINDS: readonly ZoneKind[] = ["land", "village", "farm", "pond", "temple", "market"];

export function sheetsOf(view: View): Sheet[] {
  return view.sheets;
}

/** Return the spoken and visible label of a legal action. */
export function choiceLabel(choice: Choice, view: View, t: Translate): string {
  switch (choice.kind) {
    case "cell":
      return t("hampi.choice.cell", {
        tile: view.drawn,
        cell: placeName(choice.cell, t),
        count: choice.rotations.length,
      });
    case "turn":
      return t("hampi.choice.turn", {
        rotation: choice.rotation,
        edges: edgesOf(view, view.drawn, choice.rotation, t),
      });
    case "replace":
      return t("hampi.replace");
    case "decline":
      return t("hampi.decline");
    case "mark":
      return t("hampi.choice.mark", zoneParams(view, choice.zone, t));
    case "withdraw":
      return t("hampi.choice.withdraw", zoneParams(view, choice.zone, t));
  }
}

function zoneParams(view: View, id: number, t: Translate): Record<string, unknown> {
  const zone = view.zones.find((one) => one.id === id);
  if (!zone) return { zone: "", state: "", support: "", total: "" };
  return {
    zone: zoneName(zone, t),
    zone_id: zone.kind,
    state: gapsWords(zone, t),
    support: supportWords(zone.support, t),
    total: formatSigned(zone.total),
  };
}

function edgesOf(view: View, tile: string | null, rotation: Rotation, t: Translate): string {
  const face = tile ? view.faces[tile] : null;
  return face ? edgesWords(face, rotation, t) : "";
}

/** Describe an unrotated tile. */
export function tileWords(view: View, tile: string, rotation: Rotation, t: Translate): string {
  const face = view.faces[tile];
  if (!face) return tile;
  const villages = face.parts.filter((part) => part.village).length;
  const parts = [
    edgesWords(face, rotation, t),
    ...(villages > 0 ? [t("hampi.villages", { count: villages })] : []),
    ...(face.building ? [t(`hampi.building.${face.building}`)] : []),
    supportWords(face.support, t),
  ];
  return t("hampi.tile.words", { tile, words: joinFacts(parts) });
}

// ---------------------------------------------------------------- score sheet

/** Return the rows of the score sheet: the six influencers with their sum, then the same points by kind of zone. */
export function scoreRows(sheet: Sheet, t: Translate): ScoreRow[] {
  const people = INFLUENCERS.map(
    (who): ScoreRow => ({
      id: who,
      label: measureName(who, t),
      points: sheet.support[who],
      detail:
        joinFacts([
          ...sheet.zones.flatMap((zone) => entry(zone, who, t)),
          ...other(sheet, who, t),
          ...(sheet.support[who] < 0 ? [t("hampi.score.debt", { count: -sheet.support[who] })] : []),
        ]) || t("hampi.score.none"),
      cells: sheet.zones.filter((zone) => zone.each[who]).flatMap((zone) => zone.cells),
    }),
  );
  const kinds = KINDS.filter((kind) => sheet.kinds[kind]).map((kind): ScoreRow => {
    const own = sheet.zones.filter((zone) => zone.kind === kind);
    return {
      id: `kind-${kind}`,
      label: t("hampi.score.kind", { kind: t(`hampi.kinds.${kind}`), kind_id: kind }),
      beside: true,
      points: sheet.kinds[kind]?.points ?? 0,
      detail: joinFacts(own.map((zone) => paidWords(zone, t))),
      cells: own.flatMap((zone) => zone.cells),
    };
  });
  return [...people, ...kinds];
}

/** Describe a zone's payment: "pond of 3 tiles +4", or if shared "land of 4 tiles +5 ÷ 2 = +2, 1 to the bank". */
function entry(zone: PaidZone, who: Influencer, t: Translate): string[] {
  const [all, own, by] = [zone.support[who] ?? 0, zone.each[who] ?? 0, zone.leaders.length];
  if (all === 0) return [];
  const params = {
    zone: zoneName(zone, t),
    all: formatSigned(all),
    own: formatSigned(own),
    by,
    lost: Math.abs(all - by * own),
  };
  if (by === 1) return [t("hampi.score.entry", params)];
  // A share of the total can include more of one influencer than the whole zone has.
  if (Math.abs(by * own) > Math.abs(all)) return [t("hampi.score.total", params)];
  return [t(all < 0 ? "hampi.score.forgiven" : "hampi.score.shared", params)];
}

function other(sheet: Sheet, who: Influencer, t: Translate): string[] {
  const value = sheet.other[who] ?? 0;
  return value === 0 ? [] : [t("hampi.score.other", { value: formatSigned(value) })];
}

/** Describe the support of a zone: "3 tiles: Lady +4, Elder +2 = +6", or the rest after an equal split. */
function paidWords(zone: PaidZone, t: Translate): string {
  const by = zone.leaders.length;
  return t(by > 1 ? "hampi.score.zone.shared" : "hampi.score.zone", {
    count: zone.cells.length,
    support: supportWords(zone.support, t),
    total: formatSigned(zone.total),
    by,
    each: supportWords(zone.each, t),
    each_total: formatSigned(zone.each_total),
    lost: zone.total - by * zone.each_total,
  });
}

// ---------------------------------------------------------------- current decision

export function prompt(_view: View, choices: Choice[], t: Translate): string {
  const kind = choices[0]?.kind;
  if (!kind) return "";
  const asked = kind === "decline" ? "mark" : kind;
  return t(`hampi.ask.${asked}`);
}

export function status(view: View, _seats: SeatInfo[], t: Translate): string {
  if (view.phase === "over") {
    const last = view.jewel.history.at(-1);
    return last
      ? t("hampi.status.over", { measure: measureName(last.measure, t), measure_id: last.measure })
      : t("hampi.ask.over");
  }
  if (view.phase === "setup") return t("hampi.status.setup");
  const stack = view.stacks[view.round - 1]?.items ?? 0;
  return t("hampi.status", { round: view.round, rounds: view.last_round, count: stack });
}

/** Describe a cell for screen readers: its contents, or the actions it offers. */
export function cellWords(
  cell: Cell,
  view: View,
  spots: readonly Spot[],
  blocked: readonly BlockedCell[],
  seats: readonly SeatInfo[],
  t: Translate,
): string {
  const where = placeName(cell, t);
  const number = tileAt(view, cell);
  const tile = view.tiles[number];
  if (tile) {
    const zones = zonesOf(view, number).map((zone) => `${zoneName(zone, t)}, ${gapsWords(zone, t)}`);
    const markers = view.markers
      .filter((marker) => sameCell(marker.cell, cell))
      .map((marker) => t("hampi.marker.of", { name: nameOf(marker.seat, seats, t) }));
    return joinFacts([where, tileWords(view, tile.tile, tile.rotation, t), ...zones, ...markers]);
  }
  const spot = spotAt(spots, cell);
  if (spot) {
    const best = Math.max(...spot.placements.map((one) => one.best), 0);
    const words = [
      where,
      t("hampi.fits", { count: spot.rotations.length }),
      ...(best > 0 ? [t("hampi.best", { best: formatSigned(best) })] : []),
    ];
    return joinFacts(words);
  }
  const reason = blocked.find((one) => sameCell(one.cell, cell));
  return joinFacts([where, t(reason ? reason.key : "hampi.empty")]);
}

/** Describe the result of the previewed placement. */
export function placementWords(
  spot: Spot,
  rotation: Rotation,
  placement: Placement | null,
  view: View,
  seats: readonly SeatInfo[],
  t: Translate,
): string {
  const head = t("hampi.placement", {
    cell: capitalize(placeName(spot.cell, t)),
    edges: edgesOf(view, view.drawn, rotation, t),
    count: spot.rotations.length,
  });
  const zones = ordered((placement ?? placementAt(spot, rotation))?.zones ?? []).map((zone) =>
    comesWords(zone, view, seats, t),
  );
  return [head, ...zones].join(" ");
}

/**
 * Describe an affected zone: "Pond of 3 tiles, 1 gap left, joins 2 zones: Lady +4 = +4. No marker there yet." Large
 * open land lists only its gaps.
 */
function comesWords(zone: FutureZone, view: View, seats: readonly SeatInfo[], t: Translate): string {
  const joins = zone.joins > 1 ? [t("hampi.joins", { count: zone.joins })] : [];
  const head = capitalize([zoneName(zone, t), gapsWords(zone, t), ...joins].join(", "));
  if (zone.status === "road" || (zone.status === "open" && isWide(zone))) return `${head}${t("log.stop")}`;
  const brings = withLabel(head, `${supportWords(zone.support, t)} = ${formatSigned(zone.total)}`);
  return `${brings}${t("log.stop")} ${paysWords(zone, view, seats, t)}`;
}

// ---------------------------------------------------------------- the text view

/** Return the text view: the whole table as headings, lines and tables, sufficient to play without the board. */
export function textView(view: View, seats: SeatInfo[], t: Translate): TextSection[] {
  return [
    { heading: t("hampi.text.table"), lines: tableLines(view, seats, t) },
    standingSection(view, seats, t),
    zonesSection(view, seats, t),
    tilesSection(view, t),
    { heading: t("hampi.text.stacks"), lines: stackLines(view, t) },
  ];
}

function tableLines(view: View, seats: SeatInfo[], t: Translate): string[] {
  const left = upcomingMeasures(view).map((measure) => measureName(measure, t));
  return [
    status(view, seats, t),
    ...(view.turn === null ? [] : [t("hampi.text.turn", { name: nameOf(view.turn, seats, t) })]),
    ...(view.drawn ? [t("hampi.text.drawn", { tile: tileWords(view, view.drawn, 0, t) })] : []),
    ...(view.cell ? [t("hampi.text.chosen", { cell: placeName(view.cell, t) })] : []),
    markingRule(view, 3, t),
    jewelWords(view, seats, t),
    ...view.jewel.history.map(({ measure, holders }, i) =>
      t("hampi.text.history", {
        number: i + 1,
        measure: measureName(measure, t),
        measure_id: measure,
        names: namesOf(holders, seats, t),
      }),
    ),
    left.length > 0 ? t("hampi.left", { names: joinNames(left), count: left.length }) : t("hampi.left.none"),
  ];
}

function standingSection(view: View, seats: SeatInfo[], t: Translate): TextSection {
  const head = [
    t("hampi.player"),
    ...view.conditions.map((one) => measureName(one.measure, t)),
    t("hampi.text.markers"),
  ];
  const leads = view.conditions.map((one) => namesOf(one.leaders, seats, t) || t("hampi.text.nobody"));
  const state = view.conditions.map((one) => t(one.to_come ? "hampi.coming" : "hampi.text.drawn-already"));
  return {
    heading: t("hampi.standing"),
    table: {
      caption: t("hampi.standing"),
      head,
      rows: [
        ...view.seats.map((row) => [
          nameOf(row.seat, seats, t) + (view.jewel.holders.includes(row.seat) ? `, ${t("hampi.holds")}` : ""),
          ...view.conditions.map((one) => inBrackets(one.values[row.seat] ?? 0)),
          row.round_2_left === null
            ? t("hampi.markers.left", { count: row.markers_left })
            : t("hampi.markers.round.long", { count: row.round_2_left, left: row.markers_left }),
        ]),
        [t("hampi.text.leads"), ...leads, ""],
        [t("hampi.text.condition"), ...state, ""],
      ],
    },
  };
}

function zonesSection(view: View, seats: SeatInfo[], t: Translate): TextSection {
  const shown = view.zones.filter((zone) => zone.status !== "road" && zone.status !== "dead" && !zone.scored);
  return {
    heading: t("hampi.text.zones"),
    table: {
      caption: t("hampi.text.zones"),
      head: ["zone", "state", "cells", "support", "markers", "pays"].map((id) => t(`hampi.text.head.${id}`)),
      rows: shown.toSorted((a, b) => a.gaps - b.gaps).map((zone) => zoneRow(zone, view, seats, t)),
    },
  };
}

function zoneRow(zone: Zone, view: View, seats: SeatInfo[], t: Translate): string[] {
  const markers = zone.markers.flatMap((count, seat) =>
    count > 0 ? [`${nameOf(seat, seats, t)} ${count}`] : [],
  );
  return [
    kindName(zone.kind, t),
    gapsWords(zone, t),
    joinFacts(zone.cells.map((cell) => placeName(cell, t))),
    `${supportWords(zone.support, t)} = ${formatSigned(zone.total)}`,
    markers.join(", ") || t("hampi.text.nobody"),
    paysWords(zone, view, seats, t),
  ];
}

function tilesSection(view: View, t: Translate): TextSection {
  return {
    heading: t("hampi.text.tiles"),
    table: {
      caption: t("hampi.text.tiles"),
      head: [t("hampi.text.head.cell"), t("hampi.text.head.tile")],
      rows: view.tiles.map((tile) => [placeName(tile.cell, t), tileWords(view, tile.tile, tile.rotation, t)]),
    },
  };
}

function stackLines(view: View, t: Translate): string[] {
  const { next, returned, aside, gone } = view.deduced;
  const tiles = (names: readonly string[]): string =>
    joinFacts(names.map((tile) => codeName(tile, t, view.faces)));
  const stacks = view.stacks.map((stack, i) =>
    t("hampi.stack", {
      number: i + 1,
      count: stack.items,
      specials: stack.specials,
      jewel: i === 0 ? "yes" : "no",
    }),
  );
  const chances = next.map(
    (one) =>
      `${itemName(one.item, view, t)} ${formatShare(one.chance, 1)}${one.fits === false ? ` (${t("hampi.deduced.misfit")})` : ""}`,
  );
  return [
    ...stacks,
    ...(chances.length > 0 ? [t("hampi.text.next", { items: joinFacts(chances) })] : []),
    ...(returned.length > 0 ? [`${t("hampi.deduced.returned")} ${tiles(returned)}${t("log.stop")}`] : []),
    ...(aside.length > 0 ? [`${t("hampi.deduced.aside")} ${tiles(aside)}${t("log.stop")}`] : []),
    ...(gone.length > 0 ? [`${t("hampi.deduced.gone")} ${tiles(gone)}${t("log.stop")}`] : []),
  ];
}

function itemName(item: string, view: View, t: Translate): string {
  if (item === "jewel") return t("hampi.jewel");
  const condition = view.conditions.find((one) => one.measure === item);
  return condition
    ? t("hampi.condition", { measure: measureName(condition.measure, t), measure_id: condition.measure })
    : codeName(item, t, view.faces);
}
