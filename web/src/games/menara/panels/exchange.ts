/** Exchange with the camp. The rules list several swaps in a fixed order; players can swap in any order. */
import type { GameEvent } from "../../../table/contract";
import { COLOURS } from "../text/names";
import type { Colour, Swap } from "../wire";

const SWAP = /^give (\w+) take (\w+)$/;

/** Return the swaps of this exchange so far, read from the end of the log. */
export function swapsMade(events: readonly GameEvent[]): Swap[] {
  const made: Swap[] = [];
  for (const event of events.toReversed()) {
    if (event.kind !== "act" && event.kind !== "chance") continue;
    const [, give, take] = SWAP.exec(event.action) ?? [];
    if (!give || !take) break;
    made.unshift({ give: give as Colour, take: take as Colour });
  }
  return made;
}

/** Return the same exchange in the order that the rules require. */
export function inOrder(swaps: readonly Swap[]): string[] {
  const sorted = (colours: Colour[]): Colour[] =>
    colours.toSorted((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b));
  const takes = sorted(swaps.map((swap) => swap.take));
  return sorted(swaps.map((swap) => swap.give)).map((give, i) => `give ${give} take ${takes[i]}`);
}
