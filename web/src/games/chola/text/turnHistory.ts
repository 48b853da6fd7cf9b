/** The last turns, read from the log: squares of Builds, and the automatic steps of Solo. */
import type { GameEvent } from "../../../table/contract";
import { cellsOf } from "../../../table/log/logText";
import { squareAt } from "../board/geometry";
import type { CardKind, Letter, Square, View } from "../wire";

/** Return the squares of the last Build or sculpture, or [] if there is none. */
export function lastSquares(events: readonly GameEvent[]): Square[] {
  const last = events.findLast(({ log }) => /^chola\.log\.(built|carved)$/.test(log.key));
  return last ? cellsOf(last.log).map(squareAt) : [];
}

/** Return the actions and draws of the last turns, at least each player's latest. */
export function recentTurns(log: readonly GameEvent[], turns: number): GameEvent[] {
  const acts = log.filter((event) => event.kind === "act" || event.kind === "chance");
  const latest = acts.at(-1)?.turn ?? 0;
  return acts.filter((event) => event.turn > latest - turns);
}

/** An automatic step of Solo, with the stones or cards gained. */
export interface Step {
  /**
   * Letter in the procedure. `a`: stones for an empty hand, or a card if none is face up; `c`: another card; `e`: more
   * stones; `f`: discards.
   */
  step: "a" | "c" | "e" | "f";
  letters: Letter[];
  cards: string[];
}

/** Return the automatic steps of Solo after the last Build, in order, discards last. */
export function procedureOf(events: readonly GameEvent[], before: View, after: View): Step[] {
  const from = events.findLastIndex((event) => event.log.key === "chola.log.built");
  const steps: Step[] = [];
  for (const { log } of events.slice(from + 1)) {
    const [, step, piece] = (/^chola\.log\.solo_([ace])_(stone|card)$/.exec(log.key) ?? []) as [
      string?,
      Step["step"]?,
      string?,
    ];
    if (!step) continue;
    const isStone = piece === "stone";
    const last = steps.at(-1);
    if (isStone && last?.step === step && last.letters.length > 0)
      last.letters.push(log.params.letter as Letter);
    else if (isStone) steps.push({ step, letters: [log.params.letter as Letter], cards: [] });
    else steps.push({ step, letters: [], cards: [String(log.params.card)] });
  }
  const gone = discarded(steps, String(events[from]?.log.params.card ?? ""), before, after);
  return gone.length > 0 ? [...steps, { step: "f", letters: [], cards: gone }] : steps;
}

/** Return the cards that were face up or revealed and have since gone without being built. */
function discarded(steps: readonly Step[], built: string, before: View, after: View): string[] {
  const rest: Record<string, number> = { ...before.row };
  for (const card of steps.flatMap((step) => step.cards)) rest[card] = (rest[card] ?? 0) + 1;
  if (rest[built]) rest[built] -= 1;
  return Object.entries(rest).flatMap(([card, count]) =>
    Array.from({ length: Math.max(0, count - (after.row[card as CardKind] ?? 0)) }, () => card),
  );
}
