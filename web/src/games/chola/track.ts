/** Where markers stand on the score track: fifty steps, then a token and again from the start. */
import { gainersOf } from "./names";
import type { View } from "./wire";

export const STEPS = 50;

export interface Marker {
  /** Seat, in Solo 1 for the opponent. */
  seat: number;
  total: number;
  step: number;
  /** 0, 50, 100, 150, 200 and so on. */
  token: number;
  /** Among those on or near the same step. */
  beside: number;
}

/** Markers so near to each other that they stand side by side. */
const NEAR = 2;

export function markersOf(view: View): Marker[] {
  const totals = Array.from({ length: gainersOf(view) }, (_, seat) =>
    seat < view.players ? (view.seats[seat]?.total ?? 0) : (view.opponent?.total ?? 0),
  );
  const placed: Marker[] = [];
  for (const [seat, total] of totals.entries()) {
    const step = total % STEPS;
    const near = placed.filter((other) => Math.abs(other.step - step) < NEAR).map((other) => other.beside);
    let beside = 0;
    while (near.includes(beside)) beside += 1;
    placed.push({ seat, total, step, token: total - step, beside });
  }
  return placed;
}
