/** What happened, for ears: a turn is one sentence, a run of the same kind of chance another. */
import { t } from "../../lib/language/i18n.svelte";
import type { GameEvent, GameModule, SeatInfo } from "../contract";
import { placed, spokenWords } from "../hint/planned";
import { nameOf } from "../seats/names";
import { grouped, type LogLine } from "./loggroups";
import { around, entry, paragraph, type Segment, sentence } from "./logtext";

/** Longer stories are cut at the beginning: the log has them. */
const SENTENCES = 8;

export function announced(events: GameEvent[], seats: SeatInfo[], module: GameModule | null): string {
  const heard = events.map((event) => ({ ...event, log: placed(event.log, module, "spoken") }));
  const lines = grouped(heard, module?.unsaid).flatMap((group) => group.lines);
  return lines
    .map((line) => spoken(line, seats, module))
    .slice(-SENTENCES)
    .join(" ");
}

function spoken(line: LogLine, seats: SeatInfo[], module: GameModule | null): string {
  const pieces = module?.pieces;
  const words = (segments: Segment[]): string => spokenWords(segments, module);
  const whole = (event: GameEvent): string => sentence(event.log, event.seat, seats, event.action, pieces);
  const list = line.kind === "run" ? around(line.events[0]?.log ?? { key: "", params: {} }, seats) : null;
  if (list && list[1] === null) return list[0];
  if (list)
    return list[0] + line.events.map((event) => words(entry(event, seats, pieces))).join(", ") + list[1];
  if (line.kind !== "turn" || line.events.length === 1) return line.events.map(whole).join(" ");
  const name = t("log.who", { name: nameOf(line.seat, seats, t) });
  const parts = paragraph(line.events, seats, pieces).map(({ segments }) => words(segments));
  return [name, ...parts].join(" ");
}
