/** Positions of markers on the score track, which has fifty steps per lap and a token for each complete lap. */
import { gainersOf } from "../text/names";
import type { View } from "../wire";

export const STEPS = 50;

interface Marker {
  /** Seat number; in Solo, 1 is the opponent. */
  seat: number;
  total: number;
  step: number;
  /** Points of complete laps: 0, 50, 100 and so on. */
  token: number;
}

export function markersOf(view: View): Marker[] {
  return Array.from({ length: gainersOf(view) }, (_, seat) => {
    const total = seat < view.players ? (view.seats[seat]?.total ?? 0) : (view.opponent?.total ?? 0);
    const step = total % STEPS;
    return { seat, total, step, token: total - step };
  });
}

/** Move values as little as possible to be `gap` apart, keeping their order, between `least` and `most`. */
export function spread(values: readonly number[], gap: number, least: number, most: number): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  /** Runs of touching neighbours, each centred on the mean of its values. */
  const runs: { members: number[]; middle: number }[] = [];
  const half = (members: readonly number[]): number => ((members.length - 1) / 2) * gap;
  for (const index of order) {
    let run = { members: [index], middle: values[index] ?? 0 };
    for (;;) {
      const reach = half(run.members);
      run.middle = Math.max(least + reach, Math.min(most - reach, run.middle));
      const below = runs.at(-1);
      if (!below || below.middle + half(below.members) + gap <= run.middle - reach) break;
      runs.pop();
      const members = [...below.members, ...run.members];
      run = { members, middle: members.reduce((sum, i) => sum + (values[i] ?? 0), 0) / members.length };
    }
    runs.push(run);
  }
  const placed = [...values];
  for (const { members, middle } of runs)
    members.forEach((index, i) => {
      placed[index] = middle - half(members) + i * gap;
    });
  return placed;
}
