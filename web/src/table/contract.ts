/**
 * Contract between the shell (the page around a game) and a game's board. The shell has the connection and the state. A
 * game module only draws its props and reports which action the player chose; legality and scores come from the server.
 */
import type { Component } from "svelte";

/** A catalogue message as sent by the server: key and parameters, never text. */
export interface Message {
  key: string;
  params: Record<string, unknown>;
}

/** Look up a key in the catalogue and fill in its parameters. */
export type Translate = (key: string, params?: Record<string, unknown>) => string;

/**
 * Base types of a game's wire format. Each game has its own types in `wire.ts`, generated from the server's
 * declarations; the shell uses only the fields below.
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
  /** Rows of the board, for a game without its own board component. */
  grid?: (string | string[])[];
}

export interface AnyChoice {
  /** Text form of the action. */
  action: string;
  kind?: string;
  label?: string;
}

export interface AnyPreview {
  /** Action; null for other information, such as cells that cannot be chosen. */
  action: string | null;
  /** Points gained by the acting seat; if further choices follow, the maximum. */
  gain?: number | null;
  best?: number;
}

export interface AnySheet {
  seat: number;
  total: number;
  rank: number;
}

/** Occupant of a seat. */
export interface SeatInfo {
  /** Seat number, from 0. */
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  /** True if the seat belongs to this browser. */
  mine: boolean;
  /** True if the player is connected; always true for bots. */
  connected: boolean;
  /** Name of the bot playing this seat, for kind "bot" or a stand-in. */
  bot?: string;
  /** True if a bot plays for a player who is absent or has resigned. */
  standIn: boolean;
  /** True if the player has resigned, so that the stand-in bot stays. */
  resigned?: boolean;
  /** Id of the player's avatar colour, if one was chosen. */
  colour?: string | null;
  /** Codes of the languages the player speaks. */
  languages?: readonly string[];
  /**
   * Time from which other players can let a bot stand in (milliseconds, as of performance.now()); omitted while nobody
   * is away.
   */
  standInFrom?: number;
}

/** One log entry, in the order of events. */
export interface GameEvent {
  /** Number of the entry in the match, from 1. */
  seq: number;
  /** Index in the effective history of actions (decisions and chance events), from 0. */
  ply: number;
  /** Seat that acted; null for chance. */
  seat: number | null;
  kind: string;
  /** Text form of the action. */
  action: string;
  log: Message;
  /** Number of the turn in the match, counted across all players. */
  turn: number;
  /** True if undoing earlier events needs consent. */
  barrier: boolean;
  /** Time, ISO 8601. */
  at: string;
  /** True if the server has more data about this event; see `details` of the board. */
  details?: boolean;
}

/** Cells to highlight on one seat's board, e.g. for a hovered row of the score sheet. */
export interface Highlight {
  seat: number;
  cells: [number, number][];
}

/**
 * Props of every board. In a game with secrets, the board is recreated whenever the viewer at a shared device changes:
 * anything it shows of earlier turns must come from `events`.
 */
export interface BoardProps<W extends AnyWire = AnyWire> {
  view: W["view"];
  /** Legal actions; [] if none of my seats is to act. */
  choices: W["choice"][];
  /** Previews of the choices; may arrive later than the choices. */
  previews: W["preview"][];
  seats: SeatInfo[];
  /** Enlarged seat, stored by the shell. */
  focus: number;
  setFocus(seat: number): void;
  /**
   * Submit a choice (its text form), optionally with follow-up choices, which are executed and undone together. The
   * shell sends them and shows them as pending.
   */
  choose(action: string, then?: readonly string[]): void;
  /** Action that was sent and not acknowledged yet. */
  pending: string | null;
  /** Events between the previous view and this one, to mark and animate the last move. */
  recent: GameEvent[];
  /** The log kept on the page, oldest first. */
  events?: readonly GameEvent[];
  highlight: Highlight | null;
  /** Announce a text in the live region. */
  say(message: string): void;
  t: Translate;
  reducedMotion: boolean;
  /** Options chosen when the table was opened. */
  options?: Record<string, unknown>;
  /** True if the game is over. */
  final: boolean;
  /** Winning seats, whose boards are lit. */
  winners?: readonly number[];
  /**
   * Seat the table waits for; null if there is none. While a turn awaits confirmation, this is still the seat that
   * confirms. If omitted, the view's own value applies.
   */
  turn?: number | null;
  /** The remaining plan of the hint, and the acting seat's cells that it names. */
  advice?: { actions: string[]; cells: [number, number][] } | null;
  /** True if my turn is complete and awaits confirmation. */
  confirming?: boolean;
  /** True if my turn has reached a chance event, such as a die roll, that I must trigger. */
  rolling?: boolean;
  /** Trigger that chance event. */
  roll?(): void;
  /**
   * Preview the last of a sequence of actions, which need not be among the choices. Resolves to null if superseded by a
   * newer request.
   */
  ask?(actions: readonly string[]): Promise<W["preview"] | null>;
  /** Additional data stored with an event that has `details`, such as recorded motion. */
  details?(seq: number): Promise<unknown>;
  /** Undo my last decision and the decisions sent with it. */
  back?(): void;
  /** Delay the result while the board animates the transition to this view, such as a fall. */
  showing?(on: boolean): void;
  /** Show the other players where I point, in the game's own format; null: nowhere. */
  point?(at: string | null): void;
  /** Places that other players point at, by seat. */
  pointers?: ReadonlyMap<number, string>;
}

/** One line of a score sheet. */
export interface ScoreRow {
  id: string;
  label: string;
  points: number;
  detail: string;
  /** General rule for these points. */
  rule?: string;
  /** True if the points belong to one player, even in a cooperative game. */
  own?: boolean;
  /** For information only, not included in the total. */
  beside?: boolean;
  cells?: [number, number][];
}

/** Section of the text view: a heading followed by lines or a table. */
export interface TextSection {
  heading: string;
  lines?: string[];
  table?: { caption: string; head: string[]; rows: string[][] };
}

/** Drawn and spoken forms of the pieces that messages refer to by code. */
export interface Pieces {
  /** Names of log message parameters that hold piece codes, or lists of them. */
  params: string[];
  /** Component that draws a piece inline. */
  Chip: Component<{ code: string }>;
  /** The piece in words. */
  name(code: string, t: Translate): string;
  /** Places to highlight for a message that refers to them by code instead of by cell. */
  cells?(params: Record<string, unknown>): [number, number][];
  /**
   * Additional parameters for log messages, as words or piece codes, derived from the server's; `seat` is the acting
   * seat.
   */
  words?(
    params: Record<string, unknown>,
    seats: readonly SeatInfo[],
    t: Translate,
    seat: number | null,
  ): Record<string, string | string[]>;
}

/** Props of an editor for an option with values beyond its choices. */
export interface OptionEditorProps {
  /** The current value; `[]` when the editor opens. */
  value: unknown;
  change(value: unknown): void;
  t: Translate;
}

/**
 * Interface of a game module, the default export of `web/src/games/NAME/index.ts`.
 *
 * A game's texts are ICU messages in `content/messages/LANGUAGE.json` next to its rules. Keys of log entries and
 * refusals are those sent by the server. Besides the server's parameters, log messages receive `name`, the name of the
 * acting seat ("" for chance), and `seat_name` if there is a parameter `seat`. Cells arrive as "(x,y)"; the board
 * highlights the cell in `cell` and those in the list `cells`. Pieces arrive as names, with their codes as `{NAME_id}`.
 * Parameters of nested objects are prefixed with the object's name: `effect: {points}` becomes `{effect_points}`.
 *
 * Log messages are whole sentences. A key can have further forms: `KEY.part` is a clause that follows the player's
 * name, without punctuation at either end. `KEY.run` with `{items}` reports several chance events in a row, and
 * `KEY.item` is one of its items. A chance event with a `KEY.part`, such as a roll, is reported within the turn. A
 * chance event with a `KEY.given` becomes one of the `{items}` in the clause of the preceding action (`{given}` is
 * their number).
 *
 * `NAME.option.OPTION`, with `.help` and with `.VALUE` for each choice, has the texts of the form for a new table. A
 * game with chance inside a turn needs `NAME.roll` for the button and `NAME.roll.asked` for the banner.
 */
export interface GameModule<W extends AnyWire = AnyWire> {
  name: string;
  Board: Component<BoardProps<W>>;
  Gallery: Component<{ components: W["gallery"]; t: Translate }>;
  /** Badge of a seat, used throughout the page: colour and shape, so that colour is never the only cue. */
  Badge?: Component<{ view: W["view"]; seat: number; size: number }>;
  /** Colours of the badge for lines of a chart; two if the seat has two. */
  colours?(view: W["view"], seat: number): readonly string[];
  pieces?: Pieces;
  /** Score sheets by seat, if they are not in `view.sheets`. */
  sheets?(view: W["view"]): readonly W["sheet"][];
  scoreRows(sheet: W["sheet"], t: Translate): ScoreRow[];
  textView(view: W["view"], seats: SeatInfo[], t: Translate): TextSection[];
  /** Called with every shown view, so that the game can keep context for its messages and icons. */
  shows?(view: W["view"]): void;
  /** Kinds of choices listed last in the text view, whose first choice has the focus: for example, resigning. */
  last?: readonly string[];
  /**
   * Controls below the choices of the text view, for input that does not fit a list; `choose` asks for the game's
   * confirmation first.
   */
  TextForm?: Component<BoardProps<W>>;
  /** Spoken and visible label of a legal action, with its preview if available. */
  choiceLabel(choice: W["choice"], view: W["view"], t: Translate, preview?: W["preview"]): string;
  /**
   * Confirmation text for an action chosen outside the board, such as that it may end the game; null if none is needed.
   * Boards ask themselves.
   */
  confirmation?(preview: W["preview"], t: Translate): string | null;
  /**
   * One-line status, such as "Round 7 of 24". `view` is the state before an unconfirmed turn, `now` the state within
   * it.
   */
  status(view: W["view"], seats: SeatInfo[], t: Translate, now?: W["view"]): string;
  /** Prompt for the current choices in one sentence; "" if there are none. */
  prompt?(view: W["view"], choices: W["choice"][], t: Translate): string;
  /**
   * Banner text and button label while the end of something smaller than a turn, such as the setup, awaits
   * confirmation; null if it is the turn.
   */
  complete?(view: W["view"], t: Translate): { line: string; go: string } | null;
  /** CSS selector of the board element from which an event's points fly to a seat; null if none. */
  pointsOrigin?(event: GameEvent, seat: number, view: W["view"]): string | null;
  /**
   * Position of a cell, x to the right and y down, for hints that name a part of the board. If omitted, as for boards
   * that can be rotated, hints name no part.
   */
  spot?(cell: [number, number]): readonly [number, number];
  /** Spoken form of a cell; by default "(x,y)". */
  place?(cell: [number, number], t: Translate): string;
  /** Each player has their own board, one of which is enlarged: spectators follow the seat to act or choose one. */
  boards?: boolean;
  /** Cooperative: players have no ranks and share one result. */
  together?: boolean;
  /** Label of a score sheet's sum; by default "Total". */
  total?(sheet: W["sheet"], t: Translate): string;
  /** Icon on the button for a pending chance event; by default a face-down card. */
  chance?: "die";
  /** Closing text for a game without winner or loser, such as practice; null: show the winner. */
  over?(view: W["view"], t: Translate): string | null;
  /** Short reason why the game ended; if omitted, only the winner is shown. */
  ending?(view: W["view"], seats: readonly SeatInfo[], t: Translate): string;
  /** Difficulty label for the best results of solo games, such as "Head start 120"; null: store none. */
  soloDifficulty?(options: Record<string, unknown>, t: Translate): string | null;
  /**
   * Log keys of decisions to omit because a later decision implies them; "key/word" omits only actions that begin with
   * that word.
   */
  unlistedKeys?: readonly string[];
  /** True if the board itself highlights the winner; otherwise lamps are lit around it. */
  lights?: boolean;
  /** True if the board shows the scoring at the end: on phones the score sheet then leaves it visible. */
  countsOnBoard?: boolean;
  /** Additional keyboard shortcuts: the key, and the message that describes it. */
  keys?: readonly (readonly [string, string])[];
  /** Event sounds; the default is a bell. */
  sound?(events: readonly GameEvent[]): void;
  /** Advanced options, collapsed in the form for a new table. */
  seldom?: readonly string[];
  /** Editors for options with values beyond their choices, labelled `NAME.option.OPTION.own` in the form. */
  editors?: Record<string, Component<OptionEditorProps>>;
}
