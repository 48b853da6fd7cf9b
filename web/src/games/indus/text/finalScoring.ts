/** Steps of the final count; all numbers come from the server and are only added up here. */

import type { ByTeam, RuinView, Team, View } from "../wire";
import { TEAMS } from "./pieces";

/** One step: the captures, one ruin, or the sum. Totals include this step. */
export interface ScoringStep {
  ruin: RuinView | null;
  /** Number within its kind, from 1, and the size of the kind. */
  number: number;
  of: number;
  last: boolean;
  gains: ByTeam;
  totals: Record<Team, number>;
}

export function scoringSteps(view: View): ScoringStep[] {
  const totals = Object.fromEntries(TEAMS.map((team) => [team, 0])) as Record<Team, number>;
  const add = (gains: ByTeam): Record<Team, number> => {
    for (const team of TEAMS) totals[team] += gains[team] ?? 0;
    return { ...totals };
  };
  const captured: ByTeam = Object.fromEntries(view.teams.map((row) => [row.team, row.captured]));
  const first = { ruin: null, number: 0, of: 0, last: false, gains: captured, totals: add(captured) };
  const ruins = view.ruins.map((ruin) => {
    const kin = view.ruins.filter((other) => other.kind === ruin.kind);
    return {
      ruin,
      number: kin.indexOf(ruin) + 1,
      of: kin.length,
      last: false,
      gains: ruin.prizes,
      totals: add(ruin.prizes),
    };
  });
  const last = { ruin: null, number: 0, of: 0, last: true, gains: {}, totals: { ...totals } };
  return [first, ...ruins, last];
}
