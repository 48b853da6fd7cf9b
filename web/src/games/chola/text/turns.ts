/** Actions of a turn with the reasons why some are unavailable, and warnings about the end of the game. */

import type { BlockedChoice, Choice, Preview, SquareView, View } from "../wire";
import { sum } from "./pieces";

export const MODES = ["pick", "replace", "draw", "build", "sculpt"] as const;
export type Mode = (typeof MODES)[number];

/** A message key with its parameters. */
interface Warning {
  key: string;
  params: Record<string, unknown>;
}

/** Return the actions of a variant: Solo can only build, and Basic cannot carve. */
export function modesOf(view: Pick<View, "variant">): Mode[] {
  if (view.variant === "solo") return ["build"];
  return MODES.filter((mode) => mode !== "sculpt" || view.variant === "expert");
}

export function isOpen(mode: Mode, choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.kind === mode);
}

/** Return the server's reason why an action is unavailable; null if it is available or not yet known. */
export function obstacle(
  mode: Mode,
  view: View,
  choices: readonly Choice[],
  previews: readonly Preview[],
): Warning | null {
  if (isOpen(mode, choices)) return null;
  const key = blockedOf(previews).find((one) => one.doing === mode)?.key;
  const seat = view.seats.find((one) => one.seat === view.seat);
  if (!key) return null;
  return {
    key: `chola.why.${key.split(".").at(-1)}`,
    params: { stones: sum(seat?.stones ?? {}), cards: seat?.held ?? 0 },
  };
}

/** Return the message key of the reason why the chosen card or stones cannot be placed on a square. */
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

/** Return the cards in hand that cannot be built, with the message key of the reason. */
export function blockedCards(previews: readonly Preview[]): Map<string, string> {
  return new Map(blockedOf(previews).flatMap((one) => (one.card ? [[one.card, one.key] as const] : [])));
}

/** Number of empty spaces from which to warn about the end. */
const FEW_SPACES = 10;

/** Return the current warnings about the end. */
export function warnings(view: View, mine: readonly number[]): Warning[] {
  if (view.phase === "over" || view.phase === "setup") return [];
  const said: Warning[] = [];
  if (view.last_turns > 0) said.push({ key: "chola.warn.last", params: { count: view.last_turns } });
  else if (view.variant === "basic" && view.spaces <= FEW_SPACES)
    said.push({ key: "chola.warn.spaces", params: { count: view.spaces, last: view.rules.last_spaces } });
  if (view.variant === "solo") return said;
  const seat = view.seats.find((one) => mine.includes(one.seat) && !one.can_restock);
  if (seat) said.push({ key: `chola.warn.stuck.${view.variant}`, params: {} });
  return said;
}
