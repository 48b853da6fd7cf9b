/**
 * What the hall (the shell) and a game's board promise each other.
 *
 * The shell holds the connection and the state; a game module only draws what it is given and says which
 * action the player chose. It never decides legality or scores: those come from the server.
 */
import type { Component } from "svelte";

/** A sentence of the catalogue, as the server sends it: key and parameters, never text. */
export interface Message {
  key: string;
  params: Record<string, unknown>;
}

/** Looks a key up in the catalogue and fills in its parameters. */
export type Translate = (key: string, params?: Record<string, unknown>) => string;

/**
 * What a game sends. Each has types of its own in its `wire.ts`, which are made of what the server declares; the hall
 * itself reads no more than this.
 */
export interface AnyWire {
  view: AnyView;
  choice: AnyChoice;
  preview: AnyPreview;
  sheet: AnySheet;
  gallery: object;
}

export interface AnyView {
  game: string;
  players?: number;
  sheets?: readonly AnySheet[];
  /** Rows of the board, for a game that brings none of its own. */
  grid?: (string | string[])[];
}

export interface AnyChoice {
  /** Text form of the action. */
  action: string;
  kind?: string;
  label?: string;
}

export interface AnyPreview {
  /** null: about what is no action, such as places that may not be chosen. */
  action: string | null;
  /** What it adds to the own score; of a choice that others follow on, at best. */
  gain?: number | null;
  best?: number;
}

export interface AnySheet {
  seat: number;
  total: number;
  rank: number;
}

/** Who sits at one place of the table. */
export interface SeatInfo {
  /** Seat number, from 0. */
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  /** One of this browser's seats. */
  mine: boolean;
  /** The person's page is open; always true for bots. */
  connected: boolean;
  /** Name of the bot that plays here, for kind "bot" or a stand-in. */
  bot?: string;
  /** A bot plays for a person who is absent or has resigned. */
  standIn: boolean;
  /** The person has given up: the bot stays. */
  resigned?: boolean;
  /** Of the person's picture, where one was chosen. */
  colour?: string | null;
  /** Codes of languages that the person speaks. */
  languages?: readonly string[];
  /** From when on others may let a bot stand in (milliseconds, as of performance.now()); left out while nobody is away. */
  standInFrom?: number;
}

/** One entry of the log: something that happened, in the order it happened. */
export interface GameEvent {
  /** Number of the entry in the match, from 1. */
  seq: number;
  /** Index in the effective history of actions (decisions and chance), from 0. */
  ply: number;
  /** Who acted; null for chance. */
  seat: number | null;
  kind: string;
  /** Text form of the action. */
  action: string;
  log: Message;
  /** Number of the turn in the match, counted over all players. */
  turn: number;
  /** Nothing before this event can be taken back without consent. */
  barrier: boolean;
  /** Time, ISO 8601. */
  at: string;
  /** The server keeps more about this event; see `details` of the board. */
  details?: boolean;
}

/** Cells of one seat's board to be marked, e.g. from a hovered row of the score sheet. */
export interface Highlight {
  seat: number;
  cells: [number, number][];
}

/**
 * What every board gets. In a game with secrets several people at one device look one after the other, and the board is
 * made anew when one of them looks no more: what it tells of earlier turns it takes from `events`.
 */
export interface BoardProps<W extends AnyWire = AnyWire> {
  view: W["view"];
  /** Legal actions; [] when none of my seats is to act. */
  choices: W["choice"][];
  /** What each choice would lead to; may arrive later than the choices. */
  previews: W["preview"][];
  seats: SeatInfo[];
  /** Seat whose platform is shown large; the shell keeps it. */
  focus: number;
  setFocus(seat: number): void;
  /**
   * Emits a choice (its text form), and those that follow on it: all are made or none, and they are taken back
   * together. The shell sends them and shows them as pending.
   */
  choose(action: string, then?: readonly string[]): void;
  /** Action sent and not yet acknowledged. */
  pending: string | null;
  /** Events that led from the previous view to this one: to mark the last move, to animate. */
  recent: GameEvent[];
  /** The log so far, oldest first, as far as it is kept. */
  events?: readonly GameEvent[];
  highlight: Highlight | null;
  /** Speaks through the live region. */
  say(message: string): void;
  t: Translate;
  reducedMotion: boolean;
  /** What was settled before the game began. */
  options?: Record<string, unknown>;
  /** The game is over. */
  final: boolean;
  /** Seats that have won: a board of their own lies in light. */
  winners?: readonly number[];
  /** Seat that is waited for, null for nobody, as at a closed table; while a turn waits for its end this is not yet the next one. Left out: the view's own. */
  turn?: number | null;
  /** What a hint would do from here on, and the cells of the acting seat that it names. */
  advice?: { actions: string[]; cells: [number, number][] } | null;
  /** My turn is complete and waits to be ended. */
  confirming?: boolean;
  /** My turn has come to a chance event, such as a roll of the die, that waits until I ask for it. */
  rolling?: boolean;
  /** Asks for that event. */
  roll?(): void;
  /**
   * What actions in a row would lead to, also such as are not among the choices: the preview of the last of them. null
   * when it was overtaken by another question.
   */
  ask?(actions: readonly string[]): Promise<W["preview"] | null>;
  /** What an event with `details` stored besides its outcome, such as recorded motion. */
  details?(seq: number): Promise<unknown>;
  /** Takes back my last decision, with those that were sent together with it. */
  back?(): void;
  /** While the board shows how it came to this view, such as a fall, the result waits. */
  showing?(on: boolean): void;
  /** Shows the others at the table where I point, in the game's own words; null: nowhere. */
  point?(at: string | null): void;
  /** Where others point, by seat. */
  pointers?: ReadonlyMap<number, string>;
}

/** One line of a score sheet. */
export interface ScoreRow {
  id: string;
  label: string;
  points: number;
  detail: string;
  /** How such points are counted, the same for everybody. */
  rule?: string;
  /** Of this player alone, also where all win or lose together. */
  own?: boolean;
  /** Worth knowing, but no part of the total. */
  beside?: boolean;
  cells?: [number, number][];
}

/** One part of the text view: a heading with lines or a table under it. */
export interface TextSection {
  heading: string;
  lines?: string[];
  table?: { caption: string; head: string[]; rows: string[][] };
}

/** How pieces that sentences speak of by their code are shown and spoken. */
export interface Pieces {
  /** Parameters of log messages that are codes of pieces, or lists of them. */
  params: string[];
  /** A piece within a line of text. */
  Chip: Component<{ code: string }>;
  /** The piece in words. */
  name(code: string, t: Translate): string;
  /** Places that a message lights up on the board, where it names them by codes, not as cells. */
  cells?(params: Record<string, unknown>): [number, number][];
  /** Further parameters of log messages, as words or as codes of pieces, made of those that the server sent; `seat` acts. */
  words?(
    params: Record<string, unknown>,
    seats: readonly SeatInfo[],
    t: Translate,
    seat: number | null,
  ): Record<string, string | string[]>;
}

/** What an editor gets for the value of an option that is more than one of the choices. */
export interface OptionEditorProps {
  /** The value as it is so far; `[]` when the editor is opened. */
  value: unknown;
  change(value: unknown): void;
  t: Translate;
}

/**
 * What a game brings: `web/src/games/NAME/index.ts` exports one as default.
 *
 * Its words are ICU messages in `words/LANGUAGE.json` beside its rules; log and refusal keys as the server sends them. Log
 * messages are whole sentences; besides the server's parameters they get `name`, the name of the acting seat ("" for
 * chance), and, where there is a parameter `seat`, `seat_name`. Cells arrive as "(x,y)"; those of `cell`, or of the list
 * `cells`, light up on the board. A key may have three forms besides the sentence, for the log: `KEY.part`, a clause
 * that is whole without the name, which stands before it, and without a mark at either end; `KEY.run` with `{items}`, for
 * several chance events in a row, and `KEY.item`, one of these items. Chance with a `KEY.part`, such as a roll, is told
 * within the turn; with a `KEY.given`, it is one of the `{items}`, `{given}` in number, within the clause of the action
 * before it. Pieces come as their names, their codes beside them as `{NAME_id}`. Parameters of objects are named with
 * their object: `effect: {points}` is `{effect_points}`. `NAME.option.OPTION`, with `.help` and `.VALUE` for each of its
 * choices, says what the form for a new table shows. A game with chance inside a turn names it:
 * `NAME.roll`, on the button, and `NAME.roll.asked`, in the banner.
 */
export interface GameModule<W extends AnyWire = AnyWire> {
  name: string;
  Board: Component<BoardProps<W>>;
  Gallery: Component<{ components: W["gallery"]; t: Translate }>;
  /** What marks a seat everywhere: its colour, drawn so that colour alone never decides. */
  Badge?: Component<{ view: W["view"]; seat: number; size: number }>;
  /** The colours of that badge, for lines in charts; a second one where a seat has two. */
  colours?(view: W["view"], seat: number): readonly string[];
  pieces?: Pieces;
  /** Score sheets by seat, when they are not `view.sheets`. */
  sheets?(view: W["view"]): readonly W["sheet"][];
  scoreRows(sheet: W["sheet"], t: Translate): ScoreRow[];
  textView(view: W["view"], seats: SeatInfo[], t: Translate): TextSection[];
  /** Told of every view that is shown, drawn or in words: what sentences and pictures beside it need to know of it. */
  shows?(view: W["view"]): void;
  /** Kinds of choices that come last in the text view, where the first one has the focus: giving up. */
  last?: readonly string[];
  /** What the text view offers below the list of choices, for what no list can hold; `choose` asks first what the game wants asked. */
  TextForm?: Component<BoardProps<W>>;
  /** Spoken and visible label of a legal action, with what it would lead to, once the server has said so. */
  choiceLabel(choice: W["choice"], view: W["view"], t: Translate, preview?: W["preview"]): string;
  /** What is asked before an action that is not chosen on the board, which asks by itself: that it may end the game; null: nothing. */
  doubt?(preview: W["preview"], t: Translate): string | null;
  /** One line, e.g. "Round 7 of 24". `now` is what a turn that waits for its end has come to; `view` was before that. */
  status(view: W["view"], seats: SeatInfo[], t: Translate, now?: W["view"]): string;
  /** What the choices ask for, in one sentence; "" when there are none. */
  asks?(view: W["view"], choices: W["choice"][], t: Translate): string;
  /**
   * What is complete while an end of my turn is waited for, where it is less than a turn, such as the set-up: the line of
   * the banner, and the button that goes on; null: the turn.
   */
  complete?(view: W["view"], t: Translate): { line: string; go: string } | null;
  /** Where on the board an event gave points to a seat, as a CSS selector of what is drawn there, for them to fly from; null: nowhere. */
  earnedAt?(event: GameEvent, seat: number, view: W["view"]): string | null;
  /**
   * Where a cell lies in the plane, x to the right and y down, for a hint that says in which part of the board to look;
   * without it, as where the board can be turned round, hints say no part.
   */
  spot?(cell: [number, number]): readonly [number, number];
  /** A cell as it is spoken; without it "(x,y)". */
  place?(cell: [number, number], t: Translate): string;
  /** Everybody has a board, of which one is seen large: who looks on follows whose move it is, or one of them. */
  boards?: boolean;
  /** All win or lose together: nobody is ranked, and the result is that of all. */
  together?: boolean;
  /** What the sum of a score sheet is; without it "Total". */
  total?(sheet: W["sheet"], t: Translate): string;
  /** What the button for a chance event shows that waits until I ask for it; without it a card to be turned up. */
  chance?: "die";
  /** What is said at the end where nobody can win or lose, such as in practice; null: who has won. */
  over?(view: W["view"], t: Translate): string | null;
  /** Why the game is over, in a few words; without it only who has won is said. */
  ending?(view: W["view"], t: Translate): string;
  /** A game that can be played alone keeps the best results by how hard it was made: "Head start 120"; null keeps none. */
  alone?(options: Record<string, unknown>, t: Translate): string | null;
  /** Decisions that go without saying, since the one that they lead to tells it all: their log keys, "key/word" where only actions that begin with that word are meant. */
  unsaid?: readonly string[];
  /** The board itself puts light on what belongs to who has won; otherwise lamps are lit round it. */
  lights?: boolean;
  /** The board goes through the score at the end: on a phone the score sheet leaves it in sight. */
  countsOnBoard?: boolean;
  /** What the game adds to the list of keys: the key, and the message that says what it does. */
  keys?: readonly (readonly [string, string])[];
  /** Sounds of what happened, for a game that has its own; the hall keeps to the bell. */
  sound?(events: readonly GameEvent[]): void;
  /** Options that few change: the form of a new table folds them. */
  seldom?: readonly string[];
  /** Editors for options that have values beside their choices; `NAME.option.OPTION.own` names that in the form. */
  editors?: Record<string, Component<OptionEditorProps>>;
}
