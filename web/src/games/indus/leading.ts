/** Who leads a ruin now, from the counts that the server gives. */
import { TEAMS, type Team } from "./pieces";
import type { ByTeam } from "./types";

/** Teams with the highest count; none in an empty ruin. */
export function leadersOf({ counts }: { counts: ByTeam }): Team[] {
  const most = Math.max(0, ...Object.values(counts));
  return most === 0 ? [] : TEAMS.filter((team) => counts[team] === most);
}

/** Teams with at least one, by count. */
export function ranked(counts: ByTeam): { team: Team; count: number }[] {
  return TEAMS.map((team) => ({ team, count: counts[team] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
