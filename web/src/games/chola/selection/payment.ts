/** Payment for a sculpture: stones available in hand and wagon, missing stones, and a proposal. */
import { previewOf } from "../../../table/board/previews";
import { LETTERS, MAX_TO_PICK, sum, WAGON_LIMIT } from "../text/pieces";
import type { Letter, Preview, SeatView, SlotView, SquareView, Stones, Way } from "../wire";

/** One colour of a cost. */
interface Need {
  letter: Letter;
  need: number;
  /** Minimum and maximum number of stones paid from the hand. */
  least: number;
  most: number;
}

export function needsOf(cost: Stones, seat: Pick<SeatView, "stones" | "wagon">): Need[] {
  return LETTERS.flatMap((letter) => {
    const need = cost[letter] ?? 0;
    if (need === 0) return [];
    const [hand, wagon] = [seat.stones[letter] ?? 0, seat.wagon?.[letter] ?? 0];
    return [{ letter, need, least: Math.max(0, need - wagon), most: Math.min(need, hand) }];
  });
}

/**
 * Return the proposed number of stones of each colour to pay from the hand. The wagon pays first, because its stones
 * have no other use and it holds at most five of a colour. Otherwise the hand pays only surplus stones, if it is too
 * full to pick and the wagon has space.
 */
export function proposal(cost: Stones, seat: Pick<SeatView, "stones" | "wagon">): Stones {
  let crowded = sum(seat.stones) - MAX_TO_PICK;
  const split: Stones = {};
  for (const { letter, least, most } of needsOf(cost, seat)) {
    const plenty = (seat.stones[letter] ?? 0) - 2;
    const isFull = (seat.wagon?.[letter] ?? 0) >= WAGON_LIMIT;
    const spare = isFull ? 0 : Math.min(plenty, crowded);
    const paid = Math.min(most, Math.max(least, spare));
    split[letter] = paid;
    crowded -= paid;
  }
  return split;
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
