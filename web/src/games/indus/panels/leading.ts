/** Who leads a ruin now, from the counts that the server gives. */
import { TEAMS } from "../text/pieces";
import type { ByTeam, Team } from "../wire";

/** Teams with at least one, by count. */
export function ranked(counts: ByTeam): { team: Team; count: number }[] {
  return TEAMS.map((team) => ({ team, count: counts[team] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
