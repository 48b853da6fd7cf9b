/** Score sheets by seat, and the final count step by step. All numbers are the server's, only added up here. */

import type { ByTeam, Kind, RuinView, Sheet, Team, View } from "../wire";
import { KINDS, TEAMS } from "./pieces";

/** Return the sheet of every seat for the score panel; empty before there is a board. */
export function sheetsOf(view: View): Sheet[] {
  if (view.ruins.length === 0) return [];
  const seats = [...new Set(view.teams.map((team) => team.seat))].toSorted((a, b) => a - b);
  const sheets = seats.map((seat) => sheetOf(view, seat));
  return sheets.map((sheet) => ({
    ...sheet,
    rank: 1 + sheets.filter((other) => other.total > sheet.total).length,
  }));
}

function sheetOf(view: View, seat: number): Sheet {
  const teams = view.teams.filter((row) => row.seat === seat);
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
  const ruins = view.ruins.map((ruin) => ({
    ...ruin,
    points: sum(teams.map(({ team }) => ruin.prizes[team] ?? 0)),
  }));
  const byKind = (kind: Kind): number =>
    sum(ruins.filter((ruin) => ruin.kind === kind).map((ruin) => ruin.points));
  return {
    seat,
    total: sum(teams.map((row) => row.total)),
    rank: 1,
    captured: sum(teams.map((row) => row.captured)),
    teams,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, byKind(kind)])) as Record<Kind, number>,
    ruins,
  };
}

/** One step of the count: the captures, one ruin, or the sum. Totals include this step. */
export interface CountStep {
  ruin: RuinView | null;
  /** Number among its kind, from 1, and size of the kind. */
  number: number;
  of: number;
  last: boolean;
  gains: ByTeam;
  totals: Record<Team, number>;
}

export function countSteps(view: View): CountStep[] {
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
