/** Texts of Menara: labels of choices, score rows, the text view and the status line. */

import { capitalize } from "../../../lib/language/capitalize";
import { joinFacts, withLabel } from "../../../lib/language/i18n.svelte";
import { formatNumber, formatTenths } from "../../../lib/language/numbers";
import type { GameEvent, ScoreRow, SeatInfo, TextSection, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { previewWords } from "../board/baseHighlights";
import { baseKey, levelOf, whichOf } from "../board/shapes";
import type { GhostState } from "../hand/placing";
import type {
  Base,
  BaseId,
  Card,
  Choice,
  FloorName,
  FloorPreview,
  Pose,
  Preview,
  Sheet,
  Side,
  View,
} from "../wire";
import {
  baseName,
  type Columns,
  cardTask,
  cardWords,
  colourName,
  columnsWords,
  countOf,
  coversWords,
  floorName,
  levelName,
  PILES,
} from "./names";
import { isRisky, riskWords } from "./riskText";
import { balanceLines, gramsText, restRows, wayWords } from "./stability";

export function sheetsOf(view: View): Sheet[] {
  return view.sheets;
}

/** Return the spoken and visible label of a legal action, with its result if known. */
export function choiceLabel(
  choice: Choice,
  view: View,
  t: Translate,
  preview: Preview | null = null,
): string {
  return joinFacts([actionWords(choice, view, t), ...leadsTo(choice, preview, t)]);
}

function leadsTo(choice: Choice, preview: Preview | null, t: Translate): string[] {
  if (preview && "stability" in preview) return floorWords(choice, preview, t);
  if (preview && "stands" in preview) return previewWords(preview, t);
  return isRisky(preview) ? [riskWords(preview, t)] : [];
}

/** Describe the stability with a floor on columns. */
function floorWords(choice: Choice, preview: FloorPreview, t: Translate): string[] {
  if (isRisky(preview)) return [riskWords(preview, t)];
  const { tilt } = preview.stability;
  const onColumns = "covers" in choice && choice.covers.length > 0;
  return onColumns && tilt !== null ? [t("menara.pose.tilt", { tilt: formatTenths(tilt) })] : [];
}

function actionWords(choice: Choice, view: View, t: Translate): string {
  switch (choice.kind) {
    case "side":
      return t("menara.choice.side.bases", {
        side: t(`menara.choice.side.${choice.side}`),
        side_id: choice.side,
        bases: columnsWords(choice.bases, t),
      });
    case "lay":
      return "covers" in choice && choice.covers.length > 0
        ? t("menara.choice.lay", {
            pose: poseWords(choice.pose, t),
            covers: coversWords(choice.covers, t),
          })
        : t("menara.choice.lay.base", { way: placeWay(choice.pose, t), pose: poseWords(choice.pose, t) });
    case "cover":
      return t("menara.choice.cover", {
        covers: coversWords(choice.covers, t),
        way: placeWay(choice.pose, t),
        pose: poseWords(choice.pose, t),
        count: choice.poses,
      });
    case "swap":
      return t("menara.choice.swap", {
        give: colourName(choice.give, t),
        give_id: choice.give,
        take: colourName(choice.take, t),
        take_id: choice.take,
      });
    case "pile":
      return t("menara.choice.pile", {
        pile: t(`menara.pile.${choice.pile}`),
        pile_id: choice.pile,
        count: view.piles[choice.pile].left,
      });
    case "place":
    case "put":
    case "lift":
    case "reset":
      return t(`menara.choice.${choice.kind}`, {
        base: baseName(choice.base, whichOf(view, choice.base), t),
        colour: colourName(choice.colour, t),
        colour_id: choice.colour,
        level: levelName(levelOf(view, choice.base), t),
        level_id: String(levelOf(view, choice.base)),
      });
    case "shift":
      return t("menara.choice.shift", {
        floor: floorName(choice.floor, t),
        floor_id: choice.floor,
        level: levelName(levelOf(view, [choice.floor, 0]), t),
        level_id: String(levelOf(view, [choice.floor, 0])),
      });
    case "level":
      return t(`menara.choice.${choice.level === 0 ? "base" : "free" in choice ? "level.free" : "level"}`, {
        level: choice.level,
      });
    case "give_up":
      return t(view.free_build ? "menara.choice.stop" : "menara.choice.give_up");
    default:
      return t(`menara.choice.${choice.kind}`);
  }
}

/** Return a label of one or two words for the action bar of phones. */
export function shortLabel(choice: Choice, view: View, t: Translate): string {
  switch (choice.kind) {
    case "side":
      return t(`menara.choice.side.${choice.side}`);
    case "shift":
      return capitalize(floorName(choice.floor, t));
    case "level":
      return choice.level === 0 ? t("menara.level.base.short") : levelName(choice.level, t);
    case "give_up":
      return t(view.free_build ? "menara.choice.stop" : "menara.short.give_up");
    case "back":
    case "two_hands":
      return t(`menara.short.${choice.kind}`);
    default:
      return choiceLabel(choice, view, t);
  }
}

/** Format a pose: "x 12, y −3, turned by 45°". */
export function poseWords(pose: Pose, t: Translate): string {
  return t("menara.pose.words", {
    x: formatNumber(pose.x),
    y: formatNumber(pose.y),
    rotation: pose.rotation,
  });
}

/** Return the position of a floor on the base, seen from the centre: "to the back left". */
export function placeWay(pose: Pose, t: Translate): string {
  return wayWords((Math.atan2(pose.y, pose.x) * 180) / Math.PI, t);
}

/** Describe the floor in hand: number of the suggestion, place, supports, stability. */
export function ghostWords(
  ghost: GhostState,
  number: number,
  count: number,
  tilt: number | null,
  t: Translate,
): string {
  const carriers = [...ghost.covers].map((code): BaseId => {
    const [floor = "", base] = code.split(".");
    return [floor, Number(base)];
  });
  return joinFacts([
    number > 0 ? t("menara.pose.number", { number, count }) : t("menara.pose.own"),
    ...(ghost.level === 0 ? [placeWay(ghost.pose, t)] : []),
    poseWords(ghost.pose, t),
    ...(carriers.length > 0 ? [t("menara.pose.over", { covers: coversWords(carriers, t) })] : []),
    ...(tilt === null || ghost.level === 0 ? [] : [t("menara.pose.tilt", { tilt: formatTenths(tilt) })]),
  ]);
}

/** Return the level of the last action; null if there is none. */
export function levelDone(events: readonly GameEvent[]): number | null {
  const level = events.findLast(
    (event) => event.kind === "act" && typeof event.log.params.level === "number",
  );
  return level ? Number(level.log.params.level) : null;
}

// ---------------------------------------------------------------- score sheet

/** Return the rows of the surplus of levels, then further facts. Free building has neither goal nor cards. */
export function scoreRows(sheet: Sheet, t: Translate): ScoreRow[] {
  const { start, failed, extended } = sheet.target;
  const piles = (counts: Sheet["done"]): string =>
    PILES.map((pile) =>
      t("menara.score.of-pile", { count: counts[pile], pile: t(`menara.pile.${pile}`), pile_id: pile }),
    ).join(", ");
  const sum = (counts: Sheet["done"]): number => PILES.reduce((all, pile) => all + counts[pile], 0);
  const ended = sheet.ending ? t(`menara.ending.${sheet.ending}`) : t("menara.score.on");
  const rows = [
    row(
      "levels",
      sheet.levels,
      t("menara.score.levels.detail", { tallest: sheet.tallest, floors: sheet.floors, ended }),
      t,
    ),
    row("start", -start, t("menara.score.start.detail"), t),
    row("failed", -failed, piles(sheet.failed_cards), t),
    row("extended", -extended, t("menara.score.extended.detail"), t),
    { ...row("done", sum(sheet.done), piles(sheet.done), t), beside: true },
    { ...row("columns", sheet.columns, t("menara.score.columns.detail"), t), own: true, beside: true },
    { ...row("floors", sheet.floors, t("menara.score.floors.detail"), t), beside: true },
  ];
  return start > 0 ? rows : rows.filter(({ id }) => !["start", "failed", "extended", "done"].includes(id));
}

/** Return the sum of the rows that count. */
export function total(sheet: Sheet, t: Translate): string {
  return t(sheet.target.start > 0 ? "menara.score.total" : "menara.score.total.free");
}

function row(id: string, points: number, detail: string, t: Translate): ScoreRow {
  return { id, label: t(`menara.score.${id}`), points, detail, rule: t(`menara.score.${id}.rule`) };
}

// ---------------------------------------------------------------- current decision

/** Phases with a single task; in other phases the first kind of choice determines the text. */
const STEPS: Partial<Record<View["phase"], string>> = {
  build: "place",
  partner: "partner",
  take: "lift",
  put: "put",
  shift: "shift",
  exchange: "exchange",
  set: "lay",
  pose: "lay",
  where: "level",
  camp: "camp",
};

/** Phases that show the progress of the card. */
const COUNTED = new Set<View["phase"]>(["build", "partner", "take", "put"]);

export function prompt(view: View, choices: Choice[], t: Translate): string {
  const kind = choices[0]?.kind;
  if (!kind) return "";
  const idle = choices.every((choice) => choice.kind === "give_up");
  const floor = view.placing?.floor ?? view.one_floor;
  const laying = view.phase === "where" && (view.placing?.level ?? null) !== null;
  const step = laying ? "lay" : (STEPS[view.phase] ?? kind);
  return t(`menara.ask.${idle ? "give_up" : step}`, {
    floor: floor ? floorName(floor, t) : "any",
    level: levelName(view.placing?.level ?? 0, t),
    built: view.built,
    colour: view.lifted ? colourName(view.lifted.colour, t) : "",
  });
}

/** Return the prompt for screen readers, with the progress of the card. */
export function spokenPrompt(view: View, choices: Choice[], t: Translate): string {
  const asked = prompt(view, choices, t);
  const counted = view.card !== null && view.wanted > 1 && COUNTED.has(view.phase);
  return counted
    ? `${t("menara.built", { built: view.built, wanted: view.wanted })}${t("log.stop")} ${asked}`
    : asked;
}

/** Return the prompt after the base is placed: confirming ends the set-up, and the turn continues. */
export function complete(view: View, t: Translate): { line: string; go: string } | null {
  const laid = view.phase === "exchange" && view.turn_number === 1;
  return laid ? { line: t("menara.complete.base"), go: t("menara.complete.go") } : null;
}

export function status(view: View, _seats: SeatInfo[], t: Translate, now: View = view): string {
  if (view.free_build) return t("menara.status.free", { levels: now.levels });
  return t("menara.status", { levels: now.levels, target: now.target, turn: view.turn_number });
}

export function over(view: View, t: Translate): string | null {
  return view.free_build ? t("menara.over.free") : null;
}

export function ending(view: View, _seats: readonly SeatInfo[], t: Translate): string {
  const ended = t(`menara.ending.${view.ending ?? "bag"}`);
  const why = capitalize(ended);
  if (view.free_build) return t("menara.ended.free", { why, levels: view.levels });
  return t("menara.ended", { why, levels: view.levels, target: view.target });
}

export function soloDifficulty(options: Record<string, unknown>, t: Translate): string | null {
  if (options.free_build) return null;
  return t(`menara.option.difficulty.${options.difficulty ?? "medium"}`);
}

// ---------------------------------------------------------------- the text view

/** Return the text view: the whole table as headings, lines and tables, sufficient to play without the board. */
export function textView(view: View, seats: SeatInfo[], t: Translate): TextSection[] {
  return [
    { heading: t("menara.text.table"), lines: tableLines(view, seats, t) },
    columnsSection(view, seats, t),
    ...stabilitySection(view, t),
    ...levels(view).map((level) => levelSection(view, level, t)),
    ...(view.free_build ? [] : [pilesSection(view, t)]),
  ];
}

function pilesSection(view: View, t: Translate): TextSection {
  const lines = PILES.map((pile) => {
    const { left, cards } = view.piles[pile];
    return withLabel(
      t("menara.choice.pile", { pile: t(`menara.pile.${pile}`), pile_id: pile, count: left }),
      cardList(cards, t),
    );
  });
  return { heading: t("menara.piles"), lines };
}

function tableLines(view: View, seats: SeatInfo[], t: Translate): string[] {
  const { tilt, reserve } = view.stability;
  return [
    status(view, seats, t),
    ...(view.turn === null ? [] : [t("menara.text.turn", { name: nameOf(view.turn, seats, t) })]),
    ...(view.card ? [capitalize(cardWords(view.card, t))] : []),
    ...(view.card && view.wanted > 0 ? [t("menara.built", { built: view.built, wanted: view.wanted })] : []),
    ...(tilt === null
      ? []
      : [
          t("menara.text.stability", {
            tilt: formatTenths(Math.max(0, tilt)),
            reserve: reserve === null ? "any" : formatTenths(Math.max(0, reserve)),
          }),
        ]),
    quarryLine(view, t),
    ...(view.free_build
      ? []
      : [
          t("menara.text.row", { count: view.row.length, cards: cardList(view.row, t) }),
          t("menara.text.discarded", { count: view.discarded.length, cards: cardList(view.discarded, t) }),
        ]),
  ];
}

/** Describe the top floor with the bases of its sides, and the number of floors below it. */
function quarryLine(view: View, t: Translate): string {
  const { top, bases, hidden } = view.quarry;
  if (top === null || bases === null)
    return t("menara.text.quarry", { floor: t("menara.none"), count: hidden.length });
  return t("menara.text.quarry", { floor: quarryWords(top, bases, t), count: hidden.length });
}

/** Describe a floor in the quarry: "the hook (light side: 3 yellow, 1 blue; dark side: 4 red)". */
export function quarryWords(floor: FloorName, bases: Record<Side, Columns>, t: Translate): string {
  return t("menara.quarry.sides", {
    floor: floorName(floor, t),
    floor_id: floor,
    light: columnsWords(bases.light, t),
    dark: columnsWords(bases.dark, t),
  });
}

function stabilitySection(view: View, t: Translate): TextSection[] {
  const { balance } = view;
  if (!balance) return [];
  const heading = t("menara.balance");
  const head = ["floor", "level", "load", "edge"].map((name) => t(`menara.balance.head.${name}`));
  return [
    {
      heading,
      lines: [...balanceLines(view, balance, t), t("menara.balance.help")],
      table: { caption: t("menara.balance.caption"), head, rows: restRows(view, balance, t) },
    },
  ];
}

function cardList(cards: readonly Card[], t: Translate): string {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(cardTask(card, t), (counts.get(cardTask(card, t)) ?? 0) + 1);
  return (
    [...counts].map(([task, count]) => t("menara.pile.item", { count, task })).join(", ") || t("menara.none")
  );
}

function columnsSection(view: View, seats: SeatInfo[], t: Translate): TextSection {
  return {
    heading: t("menara.text.columns"),
    table: {
      caption: t("menara.text.columns"),
      head: [t("menara.text.where"), t("menara.text.columns"), t("menara.text.all")],
      rows: [
        ...view.hands.map((hand, seat) => [
          nameOf(seat, seats, t),
          columnsWords(hand, t),
          String(countOf(hand)),
        ]),
        [t("menara.camp"), columnsWords(view.camp, t), String(countOf(view.camp))],
        [t("menara.bag"), columnsWords(view.bag, t), String(countOf(view.bag))],
      ],
    },
  };
}

function levels(view: View): number[] {
  return [...new Set(view.floors.map((floor) => floor.level))].toSorted((a, b) => b - a);
}

function levelSection(view: View, level: number, t: Translate): TextSection {
  const heading = levelName(level, t);
  const floors = view.floors.filter((floor) => floor.level === level);
  const loads = view.balance?.columns;
  const head = [t("menara.text.base"), t("menara.text.colour"), t("menara.text.state"), t("menara.text.at")];
  if (loads) head.push(t("menara.balance.carries"));
  return {
    heading,
    table: {
      caption: heading,
      head,
      rows: floors.flatMap((floor) =>
        floor.bases.map((base, number) => baseRow(view, [floor.floor, number], base, loads, t)),
      ),
    },
  };
}

function baseRow(
  view: View,
  id: BaseId,
  base: Base,
  loads: Record<string, number> | undefined,
  t: Translate,
): string[] {
  const grams = loads?.[baseKey(id)];
  return [
    capitalize(baseName(id, whichOf(view, id), t)),
    colourName(base.colour, t),
    t(`menara.column.${base.column}`),
    `${formatNumber(Math.round(base.at[0]))}, ${formatNumber(Math.round(base.at[1]))}`,
    ...(loads ? [grams === undefined ? "" : t("menara.grams", { grams: gramsText(grams) })] : []),
  ];
}
