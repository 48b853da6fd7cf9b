/** Screen reader announcements at a table: one message per turn, in a live region. */

import { gameMessageOrDefault, t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import type { GameEvent, GameModule, SeatInfo } from "../contract";
import { gameOverText } from "../ending/gameOverText";
import { spokenText, withPlace } from "../hint/planText";
import { nameOf } from "../seats/names";
import { groupLog, type LogLine } from "./logGroups";
import { around, entry, paragraph, type Segment, sentence } from "./logText";

/** Kinds of events that flush pending announcements in the middle of a turn. */
const FLUSHING_KINDS = new Set(["confirm", "back", "ask_back", "refuse_back", "withdraw", "seat"]);

export class Announcer {
  /** The latest message. */
  spoken = $state("");
  /** Number of the last snapshot processed. */
  private seq = 0;
  /** Seat to act in the last message. */
  private turn: number | null = null;
  private pendingEvents: GameEvent[] = [];

  constructor(
    private readonly table: TableState,
    private readonly played: PlayedGame,
  ) {
    $effect(() => this.follow());
  }

  say(words: string): void {
    this.spoken = words;
  }

  /** Announce the other players' actions when the turn passes, and my prompt. */
  follow(): void {
    const { table } = this;
    const module = this.played.module;
    if (!module || !table.prompt || table.seq === this.seq) return;
    this.seq = table.seq;
    this.pendingEvents.push(...table.recent);
    const passed =
      table.prompt.turn !== this.turn || this.pendingEvents.some((event) => FLUSHING_KINDS.has(event.kind));
    if (!passed && !table.myMove && !table.over) return;
    const news = announcementText(this.pendingEvents, table.seats, module);
    this.pendingEvents = [];
    this.say([news, standing(table, module, passed, news)].filter(Boolean).join(" "));
    this.turn = table.prompt.turn;
  }
}

/** Return my prompt, or the end of the game unless the preceding text already announces it. */
function standing(table: TableState, module: GameModule, passed: boolean, news: string): string {
  const { prompt, view } = table;
  const stop = t("log.stop");
  if (table.over) {
    const winners = prompt?.result?.winners.map((seat) => table.name(seat)) ?? [];
    const end = `${gameOverText(module, view, winners, table.ended, t)}${stop}`;
    const why = view && module.ending && !table.ended ? `${module.ending(view, table.seats, t)}${stop}` : "";
    return [news.endsWith(end) ? "" : end, why].filter(Boolean).join(" ");
  }
  if (prompt?.can_confirm) return `${(view && module.complete?.(view, t)?.line) ?? t("turn.confirm")}${stop}`;
  if (!table.myMove) return "";
  const handOver = t("turn.hand-over", { name: table.name(prompt?.turn) });
  if (table.sharedDevice.mustHandOver) return `${handOver}${stop}`;
  const mine = table.sharedDevice.handOver ? handOver : t("turn.mine");
  const asked = prompt?.can_roll
    ? `${gameMessageOrDefault(`${table.table?.game}.roll.asked`, "turn.roll")}${stop}`
    : ((view && module.prompt?.(view, table.choices, t)) ?? "");
  return `${passed ? `${mine}${stop} ` : ""}${asked}`;
}

/** Long texts are cut at the beginning; the log has the full text. */
const SENTENCES = 8;

/** Return events as spoken text: one sentence per turn, and one per run of chance events of the same kind. */
export function announcementText(events: GameEvent[], seats: SeatInfo[], module: GameModule | null): string {
  const heard = events.map((event) => ({ ...event, log: withPlace(event.log, module, "spoken") }));
  const lines = groupLog(heard, module?.unlistedKeys).flatMap((group) => group.lines);
  return lines
    .map((line) => spoken(line, seats, module))
    .slice(-SENTENCES)
    .join(" ");
}

function spoken(line: LogLine, seats: SeatInfo[], module: GameModule | null): string {
  const pieces = module?.pieces;
  const words = (segments: Segment[]): string => spokenText(segments, module);
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
