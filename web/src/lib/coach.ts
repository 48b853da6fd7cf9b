/** What the coach says: hints, judged matches, turns that are looked for. */
import type { AnyChoice, AnyPreview, AnyView, Message } from "../table/contract";

/** What values mean: points of the final score, points more than an opponent has who is no seat, the chance to win (0 to 1). */
export type Unit = "points" | "lead" | "chance";

export interface Hint {
  /** The seat that is advised. */
  seat: number;
  choices: { action: string; value: number; log: Message }[];
  /** Actions for the rest of the turn. */
  best: string[];
  /** The same with their log lines, where the server tells them. */
  plan?: { action: string; log: Message }[];
  /** For each action of the plan what might be done that is of its kind. */
  instead?: Message[][];
  /** The strongest reason for the turn in a sentence; null where the game gives none. */
  idea?: Message | null;
  /** What was expected of it, and how. */
  reason: Message;
  /** What the best turn brings more than the next one: points of a row of the score sheet, or later (null). */
  reasons: { row: string | null; points: number }[];
  /** Points by which the best turn is ahead of the next one; null where that is not known. */
  ahead?: number | null;
  /** The next best turn is about as good. */
  close?: boolean;
  /** Between what its lead lies in 19 of 20 cases, in the unit; null where it may have none. */
  sure?: [number, number] | null;
  /** What may come after the turn and matters most: the worst answer of a seat, or the best that chance (null) can bring. */
  next?: { seat: number | null; plan: { action: string; log: Message }[]; brings: number } | null;
  /** Message that says why the first choice is the first, though another may be worth more by itself. */
  order: string;
  /** Of all values; null where there is nothing to win. */
  unit: Unit | null;
  /** What every seat has as it stands; null where that can only be expected. */
  before: number[] | null;
  expected: number[];
  /** Each seat's chance to win then, 0 to 1; null where there is nothing to win. */
  chances?: number[] | null;
}

/** What the coach expects of each of my choices by the end: the chance to win, or points that come from now on. */
export interface Expected {
  unit: Unit | null;
  values: Record<string, number>;
}

/** What the coach calls a turn, from the best to the worst. */
export type Mark = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What the coach says of `count` decisions of a seat in a row, after `ply` actions. */
export interface Verdict {
  seat: number;
  ply: number;
  count: number;
  mark: Mark;
  /** By not playing the best, in the unit of the analysis; `doubt` is its standard error. */
  lost: number;
  /** Of the chance to win, 0 to 1. */
  lost_chance: number;
  doubt: number;
  /** What each seat could expect if the best was played: the result, and the chance to win. */
  expected: number[];
  chances: number[];
  /** The best in words, where something else was played. */
  plan: { action: string; log: Message }[];
  /** What it brings more, by rows of the score sheet, where it was clearly better. */
  reasons: Hint["reasons"];
}

/** The game of one seat: its result, what it lost by its decisions, and what chance brought it beside the average. */
export interface JudgedSeat {
  seat: number;
  decisions: number;
  /** Points, or its share of the win. */
  result: number;
  lost: number;
  lost_chance: number;
  luck: number;
  luck_chance: number;
  /** Standard error of `luck`. */
  luck_doubt: number;
  marks: Record<Mark, number>;
}

export interface Analysis {
  unit: Unit | null;
  verdicts: Verdict[];
  luck: { seat: number; ply: number; text: string; results: number[]; chances: number[]; doubts: number[] }[];
  summaries: JudgedSeat[];
  /** Each seat's share of the win. */
  won: number[];
  simulations: number;
}

/** How far the coach is with a match. */
export interface AnalysisState {
  state: "none" | "working" | "done";
  done: number;
  total: number;
  analysis: Analysis | null;
}

/** Where what is tried leads, as `seat` sees it; once the turn is `over`, what it is worth, or the best turn. */
export interface Attempt {
  view: AnyView;
  choices: AnyChoice[];
  previews: AnyPreview[];
  log: Message[];
  seat: number;
  over: boolean;
  unit: Unit | null;
  verdict: {
    /** It is as good as the best. */
    right: boolean;
    mark: Mark;
    lost: number;
    lost_chance: number;
    /** What the best brings more, by rows of the score sheet. */
    reasons: Hint["reasons"];
  } | null;
  /** The best turn, the strongest reason for it, and what it brings more than another: all in all, and by rows. */
  answer: {
    plan: { action: string; log: Message }[];
    idea?: Message | null;
    gain: number;
    gain_chance: number;
    reasons: Hint["reasons"];
  } | null;
}

/** The coach on a turn of `seat` that waits for its confirmation; `null`: there was nothing to judge. */
export interface CompleteTurn {
  seat: number;
  unit: Unit | null;
  verdict: {
    right: boolean;
    mark: Mark;
    lost: number;
    lost_chance: number;
    /** The best turn, where this one is not as good. */
    plan: { action: string; log: Message }[];
  } | null;
}

export type AttemptWish = "picture" | "verdict" | "answer";

export interface PuzzleName {
  game: string;
  id: string;
}

export interface PuzzleSummary extends PuzzleName {
  players: number;
  /** Whose turn is looked for. */
  seat: number;
  difficulty: "easy" | "medium" | "hard";
}

/** An idea of a game, what it is worth, and tasks that are tried as puzzles are. */
export interface Lesson {
  id: string;
  proof: { positions: number; better: number; gain: number; gain_chance: number; unit: Unit };
  tasks: PuzzleSummary[];
}
