/** What the coach says: hints, judged matches, turns that are looked for. */

import type * as http from "../http";
import type { Read } from "./api";

export type {
  CompleteTurn,
  Expected,
  Hint,
  Lesson,
  PuzzleName,
  PuzzleSummary,
  Verdict,
} from "../http";

/** What values mean: points of the final score, points more than an opponent has who is no seat, the chance to win (0 to 1). */
export type Unit = NonNullable<http.Hint["unit"]>;

/** What the coach calls a turn, from the best to the worst. */
export type Mark = http.Verdict["mark"];

export type Attempt = Read<http.Attempt>;
export type AttemptWish = NonNullable<http.AttemptRequest["want"]>;

/** The game of one seat: its result, what it lost by its decisions, and what chance brought it beside the average. */
export type JudgedSeat = Read<http.Summary, { marks: Record<Mark, number> }>;
export type Analysis = Read<http.Analysis, { summaries: JudgedSeat[] }>;
export type AnalysisState = Read<http.AnalysisState, { analysis: Analysis | null }>;
