/** Simulation of a trembling hand that holds a piece, and the offset in the server's format. */
import type { HandErrors } from "../wire";

/** A point that drifts around its centre and is pulled back. */
export class HandTremor {
  private at: [number, number] = [0, 0];
  private speed: [number, number] = [0, 0];

  constructor(
    /** Scale of the hand's errors. */
    private readonly scale: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** Advance the simulation by some seconds; return the offset in mm. */
  step(seconds: number): [number, number] {
    const time = Math.min(0.05, seconds);
    // Fixed time steps: the tremble does not depend on the frame rate.
    const push = (260 * this.scale * Math.sqrt(0.016)) / Math.sqrt(Math.max(0.001, time));
    for (const axis of [0, 1] as const) {
      const chance = this.random() + this.random() + this.random() - 1.5;
      this.speed[axis] += (push * chance - 9 * this.speed[axis] * 0.4 - 14 * this.at[axis]) * time;
      this.at[axis] += this.speed[axis] * time;
    }
    return [this.at[0], this.at[1]];
  }
}

/** Format the offset: " hand 0.80,-0.30", with a rotation for floors, and " hasty" if released early. */
export function releaseText(
  [x, y]: readonly [number, number],
  turn: number | null,
  early: boolean,
  { largest, largest_yaw }: HandErrors,
): string {
  const within = (value: number, most: number): string => {
    const kept = Math.max(-most, Math.min(most, value)).toFixed(2);
    return kept === "-0.00" ? "0.00" : kept;
  };
  return ` hand ${within(x, largest)},${within(y, largest)}${turn === null ? "" : ` r${within(turn, largest_yaw)}`}${early ? " hasty" : ""}`;
}
