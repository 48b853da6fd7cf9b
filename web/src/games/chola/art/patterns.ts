/** The most important groups of stones: the player's own, and each opponent's with the highest next payment. */
import type { Group, View } from "../wire";

const OWN = 3;

export function patternsFor(view: View, mine: number | null): { own: Group[]; others: Group[] } {
  const paying = [...view.groups]
    .filter((group) => group.owner !== null && group.next > 0)
    .sort((a, b) => b.next - a.next || b.squares.length - a.squares.length);
  const owners = new Set(paying.map((group) => group.owner).filter((owner) => owner !== mine));
  return {
    own: paying.filter((group) => group.owner === mine).slice(0, OWN),
    others: [...owners]
      .flatMap((owner) => paying.find((group) => group.owner === owner) ?? [])
      .slice(0, OWN + 1),
  };
}
