/** Line styles of seats: the badge colours plus a dash pattern, so that colour is never the only cue. */
import type { AnyView, GameModule } from "../../table/contract";

export interface SeatLine {
  /** Second colour, along the middle of the first. */
  colours: readonly string[];
  /** Value of `stroke-dasharray`. */
  dashes: string;
}

const DASHES = ["none", "8 3", "3 3", "10 3 3 3", "14 5"] as const;

export function seatLine(seat: number, module: GameModule | null, view: AnyView | null): SeatLine {
  const colours = (view && module?.colours?.(view, seat)) ?? [];
  return {
    colours: colours.length > 0 ? colours : ["var(--ink)"],
    dashes: DASHES[seat % DASHES.length] ?? "none",
  };
}
