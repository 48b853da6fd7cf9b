/** Origin of the points animation. */
import type { GameEvent } from "../../../table/contract";
import { cellOf } from "../../../table/log/logText";
import { fieldOf } from "./grid";

/** Return the field where a researcher landed. */
export function pointsOrigin({ log }: GameEvent): string | null {
  const cell = cellOf(log);
  return cell ? `[data-flip="field-${fieldOf(cell)}"]` : null;
}
