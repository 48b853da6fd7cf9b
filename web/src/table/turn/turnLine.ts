/** One line about the current turn. */

import { gameMessageOrDefault, t } from "../../lib/language/i18n.svelte";
import type { TableState } from "../connection/state.svelte";
import type { GameModule } from "../contract";
import { gameOverText } from "../ending/gameOverText";

/** Return the line of the banner: the result, a pending request, or the task of the seat to act. */
export function turnLine(state: TableState, module: GameModule | null): string {
  const { prompt } = state;
  if (!prompt) return t("turn.loading");
  const name = state.name(prompt.turn);
  if (state.over) {
    const winners = (prompt.result?.winners ?? []).map((seat) => state.name(seat));
    return gameOverText(module, state.view, winners, state.ended, t);
  }
  if (state.table?.status === "waiting") return t("turn.waiting");
  if (state.undoRequested) return t("turn.asking");
  if (prompt.ask_back) return t("turn.asked", { name: state.name(prompt.ask_back.by) });
  if (prompt.can_confirm) return (state.view && module?.complete?.(state.view, t)?.line) ?? t("turn.confirm");
  const handOver = state.sharedDevice.handOver && prompt.turn !== null;
  if (prompt.can_roll && !handOver)
    return gameMessageOrDefault(`${state.table?.game}.roll.asked`, "turn.roll");
  if (handOver) return t("turn.hand-over", { name });
  if (state.myMove) return t("turn.mine");
  if (prompt.turn === null) return t("turn.chance");
  if (state.thinking === prompt.turn) return t(state.waits ? "turn.waits" : "turn.thinking", { name });
  return t("turn.other", { name });
}
