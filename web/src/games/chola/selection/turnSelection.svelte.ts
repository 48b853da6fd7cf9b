/**
 * State of the current decision: chosen stones, card, square or sculpture, the remaining options, and the actions to
 * send.
 */

import { sum } from "../text/pieces";
import { isOpen, type Mode } from "../text/turns";
import type {
  CardKind,
  Choice,
  Letter,
  Preview,
  SeatView,
  SlotId,
  SlotView,
  Square,
  View,
  Way,
} from "../wire";
import {
  candidates,
  fitting,
  NO_PLAN,
  type Offer,
  offersOf,
  openCards,
  openLetters,
  openSquares,
  type Plan,
  shownAt,
  signOf,
} from "./builds";
import { type SculptureSlotStatus, slotStatus, waysOf } from "./payment";

interface Table {
  view: View;
  choices: readonly Choice[];
  previews: readonly Preview[];
  /** Seat whose hand is shown. */
  focus: number;
  /** True while a request is pending. */
  busy: boolean;
  choose(action: string, then?: readonly string[]): void;
  /** Announce the effect of a Build to screen readers. */
  tell(build: Offer): void;
}

const BUILDING: readonly Choice["kind"][] = ["build", "colours", "place", "arrange"];
/** Choices with their own buttons. */
const BUTTONS: readonly Choice["kind"][] = ["bonus", "end", "plan", "split"];

export class TurnSelection {
  plan = $state.raw<Plan>(NO_PLAN);
  pointed = $state<Square | null>(null);
  /** Action selected by the player; null if none. */
  wanted = $state<Mode | null>(null);
  slotPointed = $state<SlotId | null>(null);
  slotChosen = $state<SlotId | null>(null);
  /** Signature of the last previewed Build, to show the same one at the next square. */
  private like = $state<string | null>(null);

  constructor(private readonly table: Table) {}

  /** Identifies the decision; the plan is discarded when it changes. */
  readonly question = $derived.by((): string => {
    const { view } = this.table;
    const hand = view.seats.find((seat) => seat.seat === view.seat)?.stones ?? {};
    return [view.turn, view.phase, view.seat, view.spaces, JSON.stringify(hand)].join(" ");
  });
  readonly offers = $derived.by((): Offer[] => {
    const isTheMoment = this.asksBuild && !this.table.busy && (this.mode === "build" || this.mode === null);
    return isTheMoment ? this.all() : [];
  });
  readonly fit = $derived.by(() => fitting(this.offers, this.plan));
  /** Squares where a stone can be placed. */
  readonly open = $derived.by(() => openSquares(this.fit, this.plan.letters));
  readonly openCards = $derived.by(() => openCards(this.offers, this.plan));
  readonly openLetters = $derived.by(() => openLetters(this.offers, this.plan));
  private readonly at = $derived.by((): Square | null => {
    const { pointed } = this;
    return this.plan.square ?? (pointed && this.open.has(pointed) ? pointed : null);
  });
  /** Builds at the chosen square, otherwise at the hovered one. */
  readonly found = $derived.by((): Offer[] => {
    const { square, on, letters } = this.plan;
    return candidates(this.fit, this.at, square ? on : null, letters);
  });
  /** Index of the shown Build. */
  readonly index = $derived.by((): number =>
    this.at === null ? -1 : shownAt(this.found, this.at, this.like, this.plan.square ? this.plan.turn : 0),
  );
  readonly shown = $derived.by((): Offer | null => this.found[this.index] ?? null);
  /** Sculptures that can be paid for. */
  readonly payable = $derived.by((): Set<SlotId> => {
    const { view, choices, busy } = this.table;
    const open = !busy && view.phase === "action" ? choices : [];
    return new Set(open.flatMap((choice) => (choice.kind === "sculpt" ? [choice.slot] : [])));
  });

  get hasChoices(): boolean {
    return this.table.choices.length > 0;
  }

  get asksBuild(): boolean {
    return this.table.choices.some((choice) => BUILDING.includes(choice.kind));
  }

  get mode(): Mode | null {
    if (this.wanted && isOpen(this.wanted, this.table.choices)) return this.wanted;
    return this.asksBuild ? "build" : null;
  }

  get hand(): SeatView | undefined {
    const { view, focus } = this.table;
    return view.seats.find((seat) => seat.seat === focus) ?? view.seats[0];
  }

  /** True if the shown hand belongs to the acting player. */
  get active(): boolean {
    return this.asksBuild && !this.table.busy && this.hand?.seat === this.table.view.seat;
  }

  /** True if there is a choice to discard. */
  get begun(): boolean {
    return this.plan !== NO_PLAN;
  }

  /** True if the shown Build was chosen: it can be rotated and built. */
  get settled(): boolean {
    return this.plan.square !== null && this.shown !== null;
  }

  get earned(): number | null {
    const { seat } = this.table.view;
    return this.shown && seat !== null ? sum(this.shown.gains[String(seat)] ?? {}) : null;
  }

  get buttons(): Choice[] {
    return this.table.choices.filter((choice) => BUTTONS.includes(choice.kind));
  }

  /** True if there is a decision outside the temple. */
  get deciding(): boolean {
    const listed = this.buttons.length > 0 || this.mode === "replace" || this.mode === "draw";
    return this.hasChoices && !this.slot && (listed || this.shown !== null || this.begun);
  }

  /** The hovered or chosen sculpture. */
  get slotSeen(): SlotId | null {
    return this.slotPointed ?? this.slotChosen;
  }

  get slot(): SlotView | null {
    return this.table.view.slots.find((one) => one.slot === this.slotChosen) ?? null;
  }

  /** The seat that would pay for a sculpture. */
  get payer(): SeatView | undefined {
    const { view, focus } = this.table;
    return view.seats.find((seat) => seat.seat === (view.seat ?? focus));
  }

  get standing(): SculptureSlotStatus | null {
    const squares = new Map(this.table.view.squares.map((one) => [one.square, one]));
    return this.slot && slotStatus(this.slot, squares, this.payer, this.payable);
  }

  get ways(): Way[] {
    return this.slot && this.payable.has(this.slot.slot) ? waysOf(this.table.previews, this.slot.slot) : [];
  }

  clear(): void {
    this.plan = NO_PLAN;
    this.like = null;
  }

  begin(): void {
    this.clear();
    this.leave();
  }

  /** Select one of the five actions, or deselect it. */
  enter(mode: Mode): void {
    if (mode === "pick") this.table.choose("pick");
    else this.wanted = this.wanted === mode ? null : mode;
    if (mode !== "sculpt") this.slotChosen = null;
    if (mode !== "build") this.plan = NO_PLAN;
  }

  pickCard(card: CardKind): void {
    this.change({ ...this.plan, card: this.plan.card === card ? null : card, turn: 0 });
  }

  /** Return the number of picked-up stones of a colour. */
  taken(letter: Letter): number {
    return this.plan.letters.filter((one) => one === letter).length;
  }

  /** Return true if another stone of the colour can be picked up. */
  hasMore(letter: Letter): boolean {
    return this.openLetters.has(letter) && this.taken(letter) < (this.hand?.stones[letter] ?? 0);
  }

  /** Pick up one more stone of a colour, or put all of them back if there are no more. */
  cycle(letter: Letter): void {
    const { letters } = this.plan;
    const next = this.hasMore(letter) ? [...letters, letter] : letters.filter((one) => one !== letter);
    this.change({ ...this.plan, letters: next, turn: 0 });
  }

  /** Choose a square, or rotate its Build if it is already chosen. Return true if it was newly chosen. */
  pick(square: Square, on: Letter | null = null): boolean {
    if (!this.open.has(square) && on === null) {
      if (this.plan.square !== null) this.plan = { ...this.plan, square: null, on: null, turn: 0 };
      return false;
    }
    if (this.plan.square === square && on === null) {
      this.turnBy(1);
      return false;
    }
    if (this.shown && this.at) this.like = signOf(this.shown, this.at);
    this.change({ ...this.plan, square, on, turn: 0 });
    this.tell();
    return true;
  }

  turnBy(by: number): void {
    if (!this.settled) return;
    this.plan = { ...this.plan, turn: this.plan.turn + by };
    this.tell();
  }

  /** Return the squares where a dragged stone may be dropped. */
  landings(letter: Letter): Set<Square> {
    const { letters } = this.plan;
    const held = letters.includes(letter) ? letters : [...letters, letter];
    return openSquares(fitting(this.offers, { ...this.plan, letters: held }), []);
  }

  /** Drop a stone on one of those squares. */
  drop(letter: Letter, square: Square): boolean {
    const fits = this.fit.some((offer) => offer.stones[square] === letter);
    if (!fits) this.plan = { ...NO_PLAN, card: this.plan.card };
    return this.pick(square, letter);
  }

  pickSlot(slot: SlotId): void {
    this.clear();
    this.slotChosen = this.slotChosen === slot ? null : slot;
    this.wanted = this.slotChosen && this.payable.size > 0 ? "sculpt" : null;
  }

  commit(): void {
    if (!this.shown || !this.settled || this.table.busy) return;
    this.send(this.shown.actions);
    this.clear();
  }

  /** Send all actions of a Build or sculpture as one decision. */
  send([first, ...then]: readonly string[]): void {
    if (first === undefined) return;
    this.table.choose(first, then);
    this.leave();
  }

  private leave(): void {
    this.wanted = null;
    this.slotChosen = null;
  }

  private tell(): void {
    if (this.shown) this.table.tell(this.shown);
  }

  /** Return all available Builds, regardless of the selected action. */
  private all(): Offer[] {
    return offersOf(this.table.previews, this.table.view.building?.card ?? null);
  }

  /** Change the plan if it still matches a Build. */
  private change(next: Plan): void {
    this.leave();
    const { square, on, letters } = next;
    const lost = square !== null && candidates(fitting(this.all(), next), square, on, letters).length === 0;
    this.plan = lost ? { ...next, square: null, on: null, turn: 0 } : next;
  }
}
