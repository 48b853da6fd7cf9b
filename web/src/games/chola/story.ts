/** The last turns told from the log: who did what, and what it gave everybody. */
import type { GameEvent, SeatInfo, Translate } from "../../table/contract";
import { alsoOf } from "../../table/logtext";
import { gainerName, gainsWords, letterName } from "./names";
import { placedWords } from "./text";
import type { CardKind, Gains, Letter, Square, View } from "./wire";

/** One thing that was done, with what chance brought to it. */
interface Deed {
  key: string;
  seat: number;
  turn: number;
  params: Record<string, unknown>;
  letters: Letter[];
  cards: string[];
}

const PREFIX = "chola.log.";
const DEEDS = new Set(["built", "carved", "pick", "replace", "draw_stack", "draw_row", "bonus_yes"]);

export function deedsOf(events: readonly GameEvent[]): Deed[] {
  const deeds: Deed[] = [];
  for (const { log, seat, turn } of events) {
    const skipped = alsoOf(log).map(({ key, params }) => ({
      key: key.slice(PREFIX.length),
      seat: Number(params.seat),
      turn,
      params,
      letters: [],
      cards: [],
    }));
    const key = log.key.startsWith(PREFIX) ? log.key.slice(PREFIX.length) : log.key;
    const last = deeds.at(-1);
    if (DEEDS.has(key) && seat !== null)
      deeds.push({ key, seat, turn, params: log.params, letters: [], cards: [] });
    else if (key === "stone") last?.letters.push(log.params.letter as Letter);
    else if (key === "card") last?.cards.push(log.params.card as string);
    else if (key === "card_unseen") last?.cards.push("unknown");
    deeds.push(...skipped);
  }
  return deeds;
}

/** Sentences about these events, each with the seat that it is about. */
export function storyOf(
  events: readonly GameEvent[],
  view: View,
  seats: readonly SeatInfo[],
  t: Translate,
): { seat: number; turn: number; text: string }[] {
  return deedsOf(events).map((deed) => ({
    seat: deed.seat,
    turn: deed.turn,
    text: sentenceOf(deed, view, seats, t),
  }));
}

function sentenceOf(deed: Deed, view: View, seats: readonly SeatInfo[], t: Translate): string {
  const name = gainerName(deed.seat, view, seats, t);
  const stones = deed.letters.map((letter) => letterName(letter, t)).join(", ") || "…";
  const cards = deed.cards.map((card) => t(`chola.card.${card}`)).join(", ") || "…";
  const drawn = deed.cards.includes("unknown")
    ? t("chola.last.drawn.unseen", { name })
    : t("chola.last.drawn", { name, cards });
  switch (deed.key) {
    case "built": {
      const gains = gainsWords(deed.params.gains as Gains, view, seats, t);
      return [
        t("chola.last.built", { name, stones: placedWords(deed.params.stones as Record<Square, Letter>, t) }),
        gains ? t("chola.last.paid", { gains }) : t("chola.last.nothing"),
      ].join(" ");
    }
    case "carved":
      return t("chola.last.carved", {
        name,
        squares: String(deed.params.where),
        points: Number(deed.params.points),
      });
    case "skipped":
      return t("chola.log.skipped", { seat_name: name });
    case "pick":
      return t("chola.last.picked", { name, stones });
    case "replace":
      return t("chola.last.replaced", {
        name,
        count: Number(deed.params.count),
        colour: letterName(deed.params.letter as Letter, t),
        stones,
      });
    case "draw_row":
      return t("chola.last.drawn", { name, cards: t(`chola.card.${deed.params.card as CardKind}`) });
    case "bonus_yes":
      return deed.letters.length > 0 ? t("chola.last.picked", { name, stones }) : drawn;
    default:
      return drawn;
  }
}

/** Squares on which the last Build or sculpture lies; null when these events have none. */
export function lastSquares(events: readonly GameEvent[], view: View): Square[] | null {
  const deed = deedsOf(events).findLast((one) => one.key === "built" || one.key === "carved");
  if (!deed) return null;
  if (deed.key === "built") return Object.keys(deed.params.stones as Record<Square, Letter>);
  return view.slots.find((slot) => slot.slot === deed.params.slot)?.squares ?? null;
}

/** What was done and drawn in the last turns, so that everybody's latest is among it. */
export function recentTurns(log: readonly GameEvent[], turns: number): GameEvent[] {
  const acts = log.filter((event) => event.kind === "act" || event.kind === "chance");
  const latest = acts.at(-1)?.turn ?? 0;
  return acts.filter((event) => event.turn > latest - turns);
}

/** One thing that went by itself in Solo: the step of the procedure, and the stones or cards that it brought. */
export interface Step {
  /** `a` stones for an empty hand, or a card if none lies open; `c` another card; `e` more stones; `f` what is discarded. */
  step: "a" | "c" | "e" | "f";
  letters: Letter[];
  cards: string[];
}

/** What went by itself in Solo after the last Build, in its order, from the view before it; what was discarded comes last. */
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

/** Cards that lay open or were turned up, were not built, and are not there any more. */
function discarded(steps: readonly Step[], built: string, before: View, after: View): string[] {
  const rest: Record<string, number> = { ...before.row };
  for (const card of steps.flatMap((step) => step.cards)) rest[card] = (rest[card] ?? 0) + 1;
  if (rest[built]) rest[built] -= 1;
  return Object.entries(rest).flatMap(([card, count]) =>
    Array.from({ length: Math.max(0, count - (after.row[card as CardKind] ?? 0)) }, () => card),
  );
}

/** The ladder of head starts for Solo. */
export const LADDERS = {
  increment: [100, 110, 120, 130, 140],
  full: [100, 150, 200, 250],
} as const;

/** Whether so many points would have beaten the opponent with another head start. */
export function ladderOf(view: View): { head: number; won: boolean; own: boolean }[] {
  const opponent = view.opponent;
  const mine = view.seats[0]?.total ?? 0;
  if (!opponent) return [];
  const start = opponent.rows.other;
  const steps: number[] = [...LADDERS[view.rules?.pattern_scoring ?? "increment"]];
  if (!steps.includes(start)) steps.push(start);
  return steps
    .sort((a, b) => a - b)
    .map((head) => ({ head, won: mine > opponent.total - start + head, own: head === start }));
}
