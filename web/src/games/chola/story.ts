/** The last turns told from the log: who did what, and what it gave everybody. */
import type { GameEvent, SeatInfo, Translate } from "../../table/contract";
import { gainerName, gainsWords, letterName } from "./names";
import type { CardKind, Letter } from "./pieces";
import { placedWords } from "./text";
import type { Gains, Square, View } from "./types";

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
/** A card that only its player sees. */
const HIDDEN = "table.log.hidden";

export function deedsOf(events: readonly GameEvent[]): Deed[] {
  const deeds: Deed[] = [];
  for (const { log, seat, turn } of events) {
    const key = log.key.startsWith(PREFIX) ? log.key.slice(PREFIX.length) : log.key;
    const last = deeds.at(-1);
    if (DEEDS.has(key) && seat !== null)
      deeds.push({ key, seat, turn, params: log.params, letters: [], cards: [] });
    else if (key === "stone") last?.letters.push(log.params.letter as Letter);
    else if (key === "card") last?.cards.push(log.params.card as string);
    else if (key === HIDDEN && last && seat === null) last.cards.push("unknown");
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
        slot: String(deed.params.slot),
        points: Number(deed.params.points),
      });
    case "pick":
      return t("chola.last.picked", { name, stones });
    case "replace":
      return t("chola.last.replaced", {
        name,
        count: Number(deed.params.size),
        colour: letterName(deed.params.letter as Letter, t),
        stones,
      });
    case "draw_row":
      return t("chola.last.drawn", { name, cards: t(`chola.card.${deed.params.card as CardKind}`) });
    case "bonus_yes":
      return deed.letters.length > 0
        ? t("chola.last.picked", { name, stones })
        : t("chola.last.drawn", { name, cards });
    default:
      return t("chola.last.drawn", { name, cards });
  }
}

/** Squares on which the last Build or sculpture lies; null when these events have none. */
export function lastSquares(events: readonly GameEvent[], view: View): Square[] | null {
  const deed = deedsOf(events).findLast((one) => one.key === "built" || one.key === "carved");
  if (!deed) return null;
  if (deed.key === "built") return Object.keys(deed.params.stones as Record<Square, Letter>);
  return view.slots.find((slot) => slot.slot === deed.params.slot)?.squares ?? null;
}

/** The last turns, so that everybody's latest is among them. */
export function recentTurns(
  kept: readonly GameEvent[],
  fresh: readonly GameEvent[],
  turns: number,
): GameEvent[] {
  const all = [...kept, ...fresh.filter((event) => event.kind === "act" || event.kind === "chance")];
  const latest = all.at(-1)?.turn ?? 0;
  return all.filter((event) => event.turn > latest - turns);
}

/** What went by itself in Solo after the last Build: stones drawn, cards turned up, cards discarded. */
export function procedureOf(
  events: readonly GameEvent[],
  before: View | null,
  after: View,
): { letters: Letter[]; turned: string[]; discarded: string[] } {
  const from = events.findLastIndex((event) => event.log.key === "chola.log.built");
  const chance = events.slice(from + 1);
  const of = (key: string, name: string): string[] =>
    chance.flatMap(({ log }) => (log.key === `chola.log.${key}` ? [String(log.params[name])] : []));
  const turned = of("row_card", "card");
  const rest: Record<string, number> = { ...(before?.row ?? {}) };
  for (const card of turned) rest[card] = (rest[card] ?? 0) + 1;
  const built = from >= 0 ? String(events[from]?.log.params.card ?? "") : "";
  if (rest[built]) rest[built] = (rest[built] ?? 0) - 1;
  const discarded = before
    ? Object.entries(rest).flatMap(([card, count]) =>
        Array.from({ length: Math.max(0, count - (after.row[card as CardKind] ?? 0)) }, () => card),
      )
    : [];
  return { letters: of("stone", "letter") as Letter[], turned, discarded };
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
