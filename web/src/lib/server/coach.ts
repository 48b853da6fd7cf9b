/** Types of the coach: hints, analysed matches, and searches for better turns. */

import type * as http from "../http";
import type { Read } from "./api";

export type {
  CompleteTurn,
  ExpectedResults,
  Hint,
  Lesson,
  PuzzleName,
  PuzzleSummary,
  Verdict,
} from "../http";

/** Unit of values: points of the final score, lead over an automatic opponent, or probability to win (0 to 1). */
export type Unit = NonNullable<http.Hint["unit"]>;

/** Grades of a turn, from best to worst. */
export type Mark = http.Verdict["mark"];

export type Attempt = Read<http.Attempt>;
export type AttemptWish = NonNullable<http.AttemptRequest["want"]>;

/** Analysis of one seat: result, loss of its decisions, and luck relative to the average. */
export type JudgedSeat = Read<http.Summary, { marks: Record<Mark, number> }>;
export type Analysis = Read<http.Analysis, { summaries: JudgedSeat[] }>;
export type AnalysisState = Read<http.AnalysisState, { analysis: Analysis | null }>;
