/** What a turn may be: the five actions with the reason why one is not possible, and warnings of the end. */

import type { BlockedChoice, Choice, Preview, SeatView, SquareView, View } from "../wire";
import { CARD_LIMIT, LAST_SPACES, MOST_TO_PICK, sum } from "./pieces";

export const MODES = ["pick", "replace", "draw", "build", "sculpt"] as const;
export type Mode = (typeof MODES)[number];

/** A sentence by its key, with its numbers. */
export interface Said {
  key: string;
  params: Record<string, unknown>;
}

/** The actions of a game: Solo only builds, Basic does not carve. */
export function modesOf(view: Pick<View, "variant">): Mode[] {
  if (view.variant === "solo") return ["build"];
  return MODES.filter((mode) => mode !== "sculpt" || view.variant === "expert");
}

export function isOpen(mode: Mode, choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.kind === mode);
}

/** Why an action cannot be taken now, as the server says; null if it can, or until the server has said so. */
export function obstacle(
  mode: Mode,
  view: View,
  choices: readonly Choice[],
  previews: readonly Preview[],
): Said | null {
  if (isOpen(mode, choices)) return null;
  const key = blockedOf(previews).find((one) => one.doing === mode)?.key;
  const seat = view.seats.find((one) => one.seat === view.seat);
  if (!key) return null;
  return {
    key: `chola.why.${key.split(".").at(-1)}`,
    params: { stones: sum(seat?.stones ?? {}), cards: seat?.held ?? 0 },
  };
}

/** The key of why a stone may not be laid on a square that is not lit, with this card or these stones picked up or without. */
export function squareObstacle(
  square: SquareView | undefined,
  choices: readonly Choice[],
  previews: readonly Preview[],
  begun: boolean,
): string {
  if (square?.stone) return "chola.refusal.occupied.one";
  if (!square?.open) return "chola.refusal.unsupported";
  if (!isOpen("build", choices)) {
    const key = blockedOf(previews).find((one) => one.doing === "build")?.key;
    if (key) return key;
  }
  return begun ? "chola.refusal.no_fit.chosen" : "chola.refusal.no_fit";
}

function blockedOf(previews: readonly Preview[]): BlockedChoice[] {
  return previews.flatMap((preview) => ("blocked" in preview ? preview.blocked : []));
}

/** Cards that are held but cannot be built, with the key of the reason. */
export function blockedCards(previews: readonly Preview[]): Map<string, string> {
  return new Map(blockedOf(previews).flatMap((one) => (one.card ? [[one.card, one.key] as const] : [])));
}

/** Spaces at which the end is spoken of. */
const FEW_SPACES = 10;

/** What everybody should know about the end now. */
export function warnings(view: View, mine: readonly number[]): Said[] {
  if (view.phase === "over" || view.phase === "setup") return [];
  const said: Said[] = [];
  if (view.last_turns > 0) said.push({ key: "chola.warn.last", params: { count: view.last_turns } });
  else if (view.variant === "basic" && view.spaces <= FEW_SPACES)
    said.push({ key: "chola.warn.spaces", params: { count: view.spaces, last: LAST_SPACES } });
  if (view.variant === "solo") return said;
  const seat = view.seats.find((one) => mine.includes(one.seat) && isNearlyStuck(one, view));
  if (seat) said.push({ key: `chola.warn.stuck.${view.variant}`, params: {} });
  return said;
}

/** Neither Pick nor Draw: with no Build either, the game ends on this seat's turn. */
export function isNearlyStuck(seat: SeatView, view: View): boolean {
  const picks = sum(seat.stones) <= MOST_TO_PICK && view.bag.total > 0;
  const draws = seat.held < CARD_LIMIT && (view.stack.total > 0 || sum(view.row) > 0);
  const replaces =
    view.rules?.stuck_rule === "replace_counts" && Object.values(seat.stones).some((count) => count >= 3);
  return !picks && !draws && !replaces;
}
