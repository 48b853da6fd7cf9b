/** The current leaders of a ruin, from the server's counts. */
import { TEAMS } from "../text/pieces";
import type { ByTeam, Team } from "../wire";

/** Return the teams with at least one piece, sorted by count. */
export function ranked(counts: ByTeam): { team: Team; count: number }[] {
  return TEAMS.map((team) => ({ team, count: counts[team] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
