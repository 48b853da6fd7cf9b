/** Payment for a sculpture: the ways to pay, missing stones, and the actions to send. */
import { previewOf } from "../../../table/board/previews";
import { LETTERS } from "../text/pieces";
import type { Preview, SeatView, Share, SlotView, SquareView, Stones, Way } from "../wire";

/** Return the proposed number of stones of each colour to pay from the hand. */
export function proposal(shares: readonly Share[]): Stones {
  return Object.fromEntries(shares.map(({ letter, proposed }) => [letter, proposed]));
}

/** Return the stones of a cost that are neither in the hand nor in the wagon. */
export function missingOf(cost: Stones, seat: Pick<SeatView, "stones" | "wagon">): Stones {
  const missing: Stones = {};
  for (const letter of LETTERS) {
    const short = (cost[letter] ?? 0) - (seat.stones[letter] ?? 0) - (seat.wagon?.[letter] ?? 0);
    if (short > 0) missing[letter] = short;
  }
  return missing;
}

/** Return the actions of a payment: the slot and the way to pay, then the stones from the hand if the server asks. */
export function actionsFor(way: Way, split: Stones): string[] {
  return [...way.actions, ...way.asked.map((letter) => `hand ${letter} ${split[letter] ?? 0}`)];
}

/** Return the ways to pay for a slot. */
export function waysOf(previews: readonly Preview[], slot: string): Way[] {
  return previewOf(previews, `sculpt ${slot}`, "ways")?.ways ?? [];
}

/** Status of a slot for a seat. */
export type SculptureSlotStatus =
  | { kind: "carved" }
  | { kind: "payable" }
  | { kind: "short"; missing: Stones }
  | { kind: "unfinished"; empty: number };

export function slotStatus(
  slot: SlotView,
  squares: ReadonlyMap<string, SquareView>,
  seat: Pick<SeatView, "stones" | "wagon"> | undefined,
  payable: ReadonlySet<string>,
): SculptureSlotStatus | null {
  if (!slot.tile) return null;
  if (slot.carver !== null) return { kind: "carved" };
  if (payable.has(slot.slot)) return { kind: "payable" };
  const empty = slot.squares.filter((square) => squares.get(square)?.stone == null).length;
  if (empty > 0) return { kind: "unfinished", empty };
  return { kind: "short", missing: seat ? missingOf(slot.tile.cost, seat) : {} };
}
