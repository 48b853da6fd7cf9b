/** Additional texts for Menara's log: levels, cards, the end of a build step or the game. */
import { joinFacts, joinNames } from "../../../lib/language/i18n.svelte";
import type { SeatInfo, Translate } from "../../../table/contract";
import type { Which } from "../board/shapes";
import type { BaseId, Card, Pose } from "../wire";
import { baseCode, cardTask, codeName, floorList, levelName, placeCode } from "./names";
import { placeWay, poseWords } from "./text";

interface CardEnd {
  done: boolean;
  joins_row: boolean;
  target: number;
}

export function logWords(
  params: Record<string, unknown>,
  _seats: readonly SeatInfo[],
  t: Translate,
): Record<string, string> {
  const words: Record<string, string> = { end: endWords(params, t) };
  if (typeof params.level === "number")
    Object.assign(words, { level_name: levelName(params.level, t), level_name_id: String(params.level) });
  if (typeof params.kind === "string" && typeof params.pile === "string") {
    const card = params as unknown as Card;
    words.task = cardTask(card, t);
  }
  if (typeof params.base === "number")
    words.place = placeCode([params.floor as string, params.base], params.which as Which | null | undefined);
  if (Array.isArray(params.covers))
    Object.assign(words, {
      count: String(params.covers.length),
      spot: spotWords(params.covers as string[], params.pose as Pose | undefined, t),
    });
  if (Array.isArray(params.columns)) Object.assign(words, fallenWords(params.columns as BaseId[], t));
  if (Array.isArray(params.floors)) words.lost = floorList(params.floors as string[], t);
  return words;
}

/** Return the exact position of a floor: "over the star, left and the leaf; x 12, y −3, turned by 45°". */
function spotWords(covers: readonly string[], pose: Pose | undefined, t: Translate): string {
  const bases = covers.map((code) => codeName(code, t));
  return joinFacts([
    ...(bases.length > 0 ? [t("menara.pose.over", { covers: joinNames(bases) })] : []),
    ...(pose && bases.length === 0 ? [placeWay(pose, t)] : []),
    ...(pose ? [poseWords(pose, t)] : []),
  ]);
}

/** Return the columns that fell over, by floor. */
function fallenWords(columns: readonly BaseId[], t: Translate): Record<string, string> {
  return {
    count: String(columns.length),
    fallen: columns.map(baseCode).join(", "),
    fallen_floors: floorList(
      columns.map(([floor]) => floor),
      t,
    ),
  };
}

/** Describe the completion of a card and its consequences: "The card is done."; "none" within a build step. */
function endWords(params: Record<string, unknown>, t: Translate): string {
  const card = params.card as CardEnd | null | undefined;
  const over = params.over as { ending: string; levels: number; target: number } | null | undefined;
  const parts: string[] = [];
  if (card) {
    const outcome = card.done ? (card.joins_row ? "extended" : "done") : card.joins_row ? "failed" : "kept";
    parts.push(t(`menara.log.card.${outcome}`, { target: card.target }));
  }
  if (over)
    parts.push(
      t("menara.log.over", {
        why: t(`menara.ending.${over.ending}`),
        why_id: over.ending,
        levels: over.levels,
        target: over.target,
      }),
    );
  return parts.join(" ") || "none";
}
