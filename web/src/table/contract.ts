/**
 * Contract between the shell (the page around a game) and a game's board. The shell holds the connection and the state;
 * a game module only draws its props and reports which action the player chose. It never decides legality or scores:
 * those come from the server.
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
 * Base types of a game's wire format. Each game has its own types in its `wire.ts`, generated from the server's
 * declarations; the shell reads only the fields below.
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
  /** Board rows, for a game without its own board component. */
  grid?: (string | string[])[];
}

export interface AnyChoice {
  /** Text form of the action. */
  action: string;
  kind?: string;
  label?: string;
}

export interface AnyPreview {
  /** null if this is not about an action, such as cells that cannot be chosen. */
  action: string | null;
  /** Points gained by the acting seat; for a choice that leads to further choices, the maximum. */
  gain?: number | null;
  best?: number;
}

export interface AnySheet {
  seat: number;
  total: number;
  rank: number;
}

/** The occupant of a seat. */
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
  /** True if the player has resigned: the bot stays. */
  resigned?: boolean;
  /** Id of the player's profile picture, if one was chosen. */
  colour?: string | null;
  /** Codes of the languages the player speaks. */
  languages?: readonly string[];
  /**
   * Time from which other players may let a bot stand in (milliseconds, as of performance.now()); omitted while no
   * player is away.
   */
  standInFrom?: number;
}

/** One log entry, in the order of events. */
export interface GameEvent {
  /** Number of the entry in the match, from 1. */
  seq: number;
  /** Index in the effective history of actions (decisions and chance), from 0. */
  ply: number;
  /** Seat that acted; null for chance. */
  seat: number | null;
  kind: string;
  /** Text form of the action. */
  action: string;
  log: Message;
  /** Number of the turn in the match, counted across all players. */
  turn: number;
  /** True if nothing before this event can be undone without consent. */
  barrier: boolean;
  /** Time, ISO 8601. */
  at: string;
  /** True if the server stores more about this event; see `details` of the board. */
  details?: boolean;
}

/** Cells to highlight on one seat's board, e.g. for a hovered row of the score sheet. */
export interface Highlight {
  seat: number;
  cells: [number, number][];
}

/**
 * Props of every board. In a game with secrets, several people sharing a device take turns looking, and the board is
 * recreated whenever the viewer changes: anything it shows of earlier turns must come from `events`.
 */
export interface BoardProps<W extends AnyWire = AnyWire> {
  view: W["view"];
  /** Legal actions; [] when none of my seats is to act. */
  choices: W["choice"][];
  /** Outcome of each choice; may arrive later than the choices. */
  previews: W["preview"][];
  seats: SeatInfo[];
  /** Seat whose board is shown large; the shell keeps it. */
  focus: number;
  setFocus(seat: number): void;
  /**
   * Submit a choice (its text form), optionally with follow-up choices: they are applied and undone together or not at
   * all. The shell sends them and shows them as pending.
   */
  choose(action: string, then?: readonly string[]): void;
  /** Action sent and not yet acknowledged. */
  pending: string | null;
  /** Events between the previous view and this one: used to mark the last move and to animate. */
  recent: GameEvent[];
  /** The retained log, oldest first. */
  events?: readonly GameEvent[];
  highlight: Highlight | null;
  /** Announce a text through the live region. */
  say(message: string): void;
  t: Translate;
  reducedMotion: boolean;
  /** Options chosen when the table was opened. */
  options?: Record<string, unknown>;
  /** True if the game is over. */
  final: boolean;
  /** Winning seats: their own boards are lit. */
  winners?: readonly number[];
  /**
   * Seat the table waits for; null if there is none, as at a closed table. While a turn awaits confirmation this is not
   * yet the next seat. If omitted, the view's own value applies.
   */
  turn?: number | null;
  /** The hint's remaining plan, and the cells of the acting seat that it names. */
  advice?: { actions: string[]; cells: [number, number][] } | null;
  /** True if my turn is complete and awaits confirmation. */
  confirming?: boolean;
  /** True if my turn has reached a chance event, such as a die roll, that I have to trigger. */
  rolling?: boolean;
  /** Trigger that chance event. */
  roll?(): void;
  /**
   * Preview the last of a sequence of actions, which need not be among the choices. Resolves to null if a newer request
   * superseded it.
   */
  ask?(actions: readonly string[]): Promise<W["preview"] | null>;
  /** Extra data stored with an event that has `details`, such as recorded motion. */
  details?(seq: number): Promise<unknown>;
  /** Undo my last decision, with the decisions sent together with it. */
  back?(): void;
  /** Delay the result while the board animates the transition to this view, such as a fall. */
  showing?(on: boolean): void;
  /** Show the other players where I point, in the game's own terms; null: nowhere. */
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
  /** General rule for counting these points. */
  rule?: string;
  /** True if the points are this player's own, even in a cooperative game. */
  own?: boolean;
  /** For information only, not part of the total. */
  beside?: boolean;
  cells?: [number, number][];
}

/** One section of the text view: a heading followed by lines or a table. */
export interface TextSection {
  heading: string;
  lines?: string[];
  table?: { caption: string; head: string[]; rows: string[][] };
}

/** Drawn and spoken forms of pieces that messages refer to by code. */
export interface Pieces {
  /** Names of log message parameters that hold piece codes, or lists of them. */
  params: string[];
  /** Component that draws a piece inline. */
  Chip: Component<{ code: string }>;
  /** The piece in words. */
  name(code: string, t: Translate): string;
  /** Places to highlight for a message that refers to them by code rather than by cell. */
  cells?(params: Record<string, unknown>): [number, number][];
  /**
   * Additional parameters for log messages, as words or piece codes, derived from the server's parameters; `seat` is
   * the acting seat.
   */
  words?(
    params: Record<string, unknown>,
    seats: readonly SeatInfo[],
    t: Translate,
    seat: number | null,
  ): Record<string, string | string[]>;
}

/** Props of an editor for an option whose value is not limited to its choices. */
export interface OptionEditorProps {
  /** The current value; `[]` when the editor opens. */
  value: unknown;
  change(value: unknown): void;
  t: Translate;
}

/**
 * Interface of a game module: the default export of `web/src/games/NAME/index.ts`. A game's texts are ICU messages in
 * `words/LANGUAGE.json` next to its rules; log and refusal keys are those the server sends. Log messages are whole
 * sentences. Besides the server's parameters they receive `name`, the name of the acting seat ("" for chance), and, if
 * there is a parameter `seat`, `seat_name`. Cells arrive as "(x,y)"; the cell in `cell`, or those in the list `cells`,
 * are highlighted on the board. For the log, a key may have three more forms: `KEY.part`, a clause that follows the
 * player's name and has no punctuation at either end; `KEY.run` with `{items}`, for several chance events in a row; and
 * `KEY.item`, one of those items. Chance with a `KEY.part`, such as a roll, is reported within the turn; with a
 * `KEY.given`, it becomes one of the `{items}` (`{given}` is their number) in the clause of the preceding action.
 * Pieces are passed as names, with their codes as `{NAME_id}`. Parameters of nested objects are prefixed with the
 * object's name: `effect: {points}` is `{effect_points}`. `NAME.option.OPTION`, with `.help` and `.VALUE` for each
 * choice, provides the texts of the new-table form. A game with chance inside a turn defines `NAME.roll` for the button
 * and `NAME.roll.asked` for the banner.
 */
export interface GameModule<W extends AnyWire = AnyWire> {
  name: string;
  Board: Component<BoardProps<W>>;
  Gallery: Component<{ components: W["gallery"]; t: Translate }>;
  /** Badge of a seat, used throughout the page: its colour, plus a shape so that colour is never the only cue. */
  Badge?: Component<{ view: W["view"]; seat: number; size: number }>;
  /** Colours of that badge for chart lines; a second one if the seat has two. */
  colours?(view: W["view"], seat: number): readonly string[];
  pieces?: Pieces;
  /** Score sheets by seat, if they are not in `view.sheets`. */
  sheets?(view: W["view"]): readonly W["sheet"][];
  scoreRows(sheet: W["sheet"], t: Translate): ScoreRow[];
  textView(view: W["view"], seats: SeatInfo[], t: Translate): TextSection[];
  /** Called with every view that is shown, as board or text: lets the game keep context for its messages and icons. */
  shows?(view: W["view"]): void;
  /** Kinds of choices listed last in the text view, where the first choice has the focus: resigning, for example. */
  last?: readonly string[];
  /**
   * Controls below the list of choices in the text view, for input that does not fit a list; `choose` asks for the
   * game's confirmation first.
   */
  TextForm?: Component<BoardProps<W>>;
  /** Spoken and visible label of a legal action, including its preview once available. */
  choiceLabel(choice: W["choice"], view: W["view"], t: Translate, preview?: W["preview"]): string;
  /**
   * Confirmation text for an action not chosen on the board (the board asks on its own), e.g. that it may end the game;
   * null: none.
   */
  confirmation?(preview: W["preview"], t: Translate): string | null;
  /**
   * One-line status, e.g. "Round 7 of 24". `now` is the state within an unconfirmed turn; `view` is the state before
   * it.
   */
  status(view: W["view"], seats: SeatInfo[], t: Translate, now?: W["view"]): string;
  /** Prompt for the current choices, in one sentence; "" if there are none. */
  prompt?(view: W["view"], choices: W["choice"][], t: Translate): string;
  /**
   * Banner text and button label while the end of something smaller than a turn, such as the setup, awaits
   * confirmation; null: it is the turn.
   */
  complete?(view: W["view"], t: Translate): { line: string; go: string } | null;
  /** CSS selector of the board element from which the points of an event fly to a seat; null: none. */
  pointsOrigin?(event: GameEvent, seat: number, view: W["view"]): string | null;
  /**
   * Position of a cell in the plane, x to the right and y down, used by hints that name a part of the board. If
   * omitted, as for boards that can be rotated, hints name no part.
   */
  spot?(cell: [number, number]): readonly [number, number];
  /** Spoken form of a cell; "(x,y)" if omitted. */
  place?(cell: [number, number], t: Translate): string;
  /** Each player has their own board, one of which is shown large: spectators follow the seat to act or pick one. */
  boards?: boolean;
  /** Cooperative: players are not ranked and share one result. */
  together?: boolean;
  /** Label of a score sheet's sum; "Total" if omitted. */
  total?(sheet: W["sheet"], t: Translate): string;
  /** Icon on the button for a pending chance event; a face-down card if omitted. */
  chance?: "die";
  /** Closing text for a game that cannot be won or lost, such as practice; null: show the winner. */
  over?(view: W["view"], t: Translate): string | null;
  /** Short reason why the game ended; if omitted, only the winner is shown. */
  ending?(view: W["view"], t: Translate): string;
  /** Difficulty label under which a solo game stores its best results, e.g. "Head start 120"; null: store none. */
  soloDifficulty?(options: Record<string, unknown>, t: Translate): string | null;
  /**
   * Log keys of decisions left out of the log because a later decision implies them; "key/word" limits this to actions
   * that begin with that word.
   */
  unlistedKeys?: readonly string[];
  /** The board itself lights up what belongs to the winner; otherwise lamps are lit around it. */
  lights?: boolean;
  /** The board walks through the scoring at the end: on phones the score sheet leaves it visible. */
  countsOnBoard?: boolean;
  /** Additional keyboard shortcuts: the key, and the message that describes it. */
  keys?: readonly (readonly [string, string])[];
  /** Event sounds, for a game that has its own; the default is a bell. */
  sound?(events: readonly GameEvent[]): void;
  /** Advanced options, collapsed in the new-table form. */
  seldom?: readonly string[];
  /** Editors for options that accept values besides their choices, labelled `NAME.option.OPTION.own` in the form. */
  editors?: Record<string, Component<OptionEditorProps>>;
}
