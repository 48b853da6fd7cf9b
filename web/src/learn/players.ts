/** Seats for a practice position: me, and other players without names. */

import { t } from "../lib/language/i18n.svelte";
import type { PuzzleSummary } from "../lib/server/api";
import type { SeatInfo } from "../table/contract";

export function playersOf({ players, seat: mine }: Pick<PuzzleSummary, "players" | "seat">): SeatInfo[] {
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    name: seat === mine ? t("lobby.you") : t("new-table.guest", { number: seat + 1 }),
    kind: "person",
    mine: seat === mine,
    connected: true,
    standIn: false,
  }));
}
