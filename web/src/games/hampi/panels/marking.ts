/** Options for a marker with their zones, current gains and warnings. */
import { isWide } from "../text/placements";
import type { Choice, Gain, Preview, View, Zone } from "../wire";

export interface MarkOption {
  action: string;
  kind: "mark" | "decline" | "withdraw";
  zone: Zone | null;
  /** Gains of all seats; empty until the previews arrive. */
  gains: Gain[];
  /** Change of the player's total. */
  own: number | null;
  warning: "negative" | "open-land" | null;
  withdraws: boolean;
  /** The player's marker to take, numbered by age. */
  marker: number | null;
}

export function markOptions(
  view: View,
  choices: readonly Choice[],
  previews: readonly Preview[],
): MarkOption[] {
  return choices.flatMap((choice): MarkOption[] => {
    if (choice.kind === "cell" || choice.kind === "turn" || choice.kind === "replace") return [];
    const preview = previews.find((one) => one.action === choice.action);
    const gains = preview && "gains" in preview ? preview.gains : [];
    const own = view.seat === null ? null : (gains[view.seat]?.total ?? null);
    const zone =
      choice.kind === "decline" ? null : (view.zones.find((one) => one.id === choice.zone) ?? null);
    return [
      {
        action: choice.action,
        kind: choice.kind,
        zone,
        gains,
        own,
        warning: choice.kind === "mark" ? warningOf(zone, own) : null,
        withdraws: choice.kind === "mark" && choice.withdraws,
        marker: choice.kind === "withdraw" ? choice.marker : null,
      },
    ];
  });
}

function warningOf(zone: Zone | null, own: number | null): MarkOption["warning"] {
  if (zone?.status === "complete" && (own ?? zone.total) < 0) return "negative";
  return zone?.status === "open" && isWide(zone) ? "open-land" : null;
}
