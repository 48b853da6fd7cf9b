/** Clock settings offered for a new table. */
import type { ClockPlan } from "../../lib/server/api";
import type { AtZero } from "../../table/connection/protocol";

type ClockKind = "none" | "game" | "move" | "days";

export interface ClockChoice {
  kind: ClockKind;
  /** Per game, in minutes, with an increment per turn in seconds. */
  bank: number;
  increment: number;
  /** Per turn, in seconds or days. */
  move: number;
  days: number;
  atZero: AtZero;
}

export const DEFAULT_CLOCK: ClockChoice = {
  kind: "none",
  bank: 15,
  increment: 20,
  move: 60,
  days: 2,
  atZero: "nothing",
};

const DAY = 86_400;

/** Convert to the server's format. With an increment as large as the bank, every turn refills the bank. */
export function planOf(choice: ClockChoice): ClockPlan | null {
  const at_zero = choice.atZero;
  switch (choice.kind) {
    case "none":
      return null;
    case "game":
      return { bank: choice.bank * 60, increment: choice.increment, at_zero };
    case "move":
      return { bank: choice.move, increment: choice.move, at_zero };
    case "days":
      return { bank: choice.days * DAY, increment: choice.days * DAY, at_zero };
  }
}
