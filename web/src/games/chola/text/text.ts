/** Texts of Chola: labels of choices, score rows, the text view and the status line. */

import { capitalize } from "../../../lib/language/capitalize";
import { joinFacts } from "../../../lib/language/i18n.svelte";
import type { ScoreRow, SeatInfo, TextSection, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { sizeOf, spotOf } from "../board/geometry";
import type { Offer } from "../selection/builds";
import type {
  Choice,
  Letter,
  Possible,
  Sheet,
  SlotView,
  Source,
  Square,
  SquareView,
  Stones,
  View,
} from "../wire";
import {
  cardsWords,
  gainerName,
  gainsWords,
  letterName,
  placedName,
  squareName,
  stonesWords,
  tileName,
  tileWords,
  treasureWords,
} from "./names";
import { SOURCES } from "./pieces";
import { warnings } from "./turns";

/** Return the spoken and visible label of a legal action. */
export function choiceLabel(choice: Choice, view: View, t: Translate): string {
  switch (choice.kind) {
    case "pick":
      return t("chola.choice.pick");
    case "replace":
      return t("chola.choice.replace", {
        count: choice.count,
        colour: letterName(choice.letter, t),
        colour_id: choice.letter,
      });
    case "draw":
      return choice.card
        ? t("chola.choice.draw", { card: t(`chola.card.${choice.card}`), card_id: choice.card })
        : t("chola.choice.draw_stack");
    case "build":
      return t("chola.choice.build", { card: t(`chola.card.${choice.card}`), card_id: choice.card });
    case "sculpt":
      return sculptLabel(choice.slot, view, t);
    case "colours":
      return t("chola.choice.colours", { colours: lettersWords(choice.letters, t) });
    case "place":
      return t("chola.choice.place", { squares: listWords(choice.squares, t) });
    case "arrange":
      return t("chola.choice.arrange", { stones: placedWords(choice.stones, t) });
    case "plan":
      return wayWords(choice.plan, choice.letters, choice.cost, t);
    case "split":
      return t("chola.choice.split", {
        hand: choice.count,
        wagon: (view.carving?.cost[choice.letter] ?? choice.count) - choice.count,
        colour: letterName(choice.letter, t),
        colour_id: choice.letter,
      });
    case "bonus":
    case "end":
      return t(`chola.choice.${choice.kind}.${choice.card}.${choice.answer}`);
  }
}

function sculptLabel(slot: string, view: View, t: Translate): string {
  const found = view.slots.find((one) => one.slot === slot);
  return t("chola.choice.sculpt", {
    slot,
    squares: squaresWords(found, t),
    motif: motifOf(found, t),
    tile: found?.tile ? tileWords(found.tile, t) : "",
  });
}

/** Describe the squares of a slot: "levels 1 to 2, columns 3 to 4", or "c1 – d2" for experts. */
export function squaresWords(slot: SlotView | undefined, t: Translate): string {
  const [first = "", last = first] = [slot?.squares[0], slot?.squares.at(-1)];
  if (first === last) return first && squareName(first, t);
  const [[left, low], [right, high]] = [spotOf(first), spotOf(last)];
  const [tall, wide] = [String(low < high), String(left < right)];
  return t("chola.squares.at", { first, last, low, high, left: left + 1, right: right + 1, tall, wide });
}

/** List squares by name, from the ground up. */
function listWords(squares: readonly Square[], t: Translate): string {
  return joinFacts([...squares].sort(inOrder).map((square) => squareName(square, t)));
}

function lettersWords(letters: readonly Letter[], t: Translate): string {
  return letters.map((letter) => letterName(letter, t)).join(", ");
}

/** List placed stones: "white at level 1, column 4; gold at level 2, column 4". */
export function placedWords(stones: Readonly<Record<string, Letter>>, t: Translate): string {
  return joinFacts(Object.entries(stones).map(([square, letter]) => placedName(letter, square, t)));
}

/** Describe a previewed Build: its stones, every player's gain, and the sculptures that it makes possible. */
export function buildWords(offer: Offer, view: View, seats: readonly SeatInfo[], t: Translate): string {
  const gains = gainsWords(offer.gains, view, seats, t);
  const said = [
    t("chola.build.spoken", {
      card: t(`chola.card.${offer.card}`),
      card_id: offer.card,
      stones: placedWords(offer.stones, t),
    }),
    gains ? t("chola.last.paid", { gains }) : t("chola.build.nothing"),
  ];
  const whole = [...said, ...(offer.sculptures ?? []).map((one) => possibleWords(one, view, seats, t))].join(
    " ",
  );
  return capitalize(whole);
}

/** Describe a sculpture that a Build makes possible: "You could then carve c1 – d2, 8 points; so could Asha." */
export function possibleWords(one: Possible, view: View, seats: readonly SeatInfo[], t: Translate): string {
  const slot = view.slots.find((there) => there.slot === one.slot);
  const others = one.payers
    .filter((seat) => seat !== view.seat)
    .map((seat) => gainerName(seat, view, seats, t));
  const params = {
    squares: squaresWords(slot, t),
    motif: motifOf(slot, t),
    capital: capitalize(motifOf(slot, t)),
    value: slot?.tile?.value ?? 0,
    others: others.join(", ") || "none",
    missing: stonesWords(one.missing, t),
  };
  if (view.seat !== null && one.payers.includes(view.seat)) return t("chola.then.you", params);
  return t(others.length > 0 ? "chola.then.others" : "chola.then.nobody", params);
}

function motifOf(slot: SlotView | undefined, t: Translate): string {
  return slot?.tile ? tileName(slot.tile.id, t) : "";
}

/** Describe the sculpture to carve: "The elephant, value 8". */
export function carvingWords(slot: SlotView, t: Translate): string {
  const params = { capital: capitalize(motifOf(slot, t)), squares: squaresWords(slot, t) };
  return t("chola.pay.title", { ...params, value: slot.tile?.value ?? 0 });
}

/** Describe a way to pay for a sculpture: "white as brown: 3 white, 1 brown, 1 grey". */
export function wayWords(plan: string, letters: readonly Letter[], cost: Stones, t: Translate): string {
  const [from, to] = letters.map((letter) => letterName(letter, t));
  return t(`chola.way.${plan}`, { from: from ?? "", to: to ?? "", cost: stonesWords(cost, t) });
}

/** Return the rows of a score sheet, without rows that are 0 and cannot occur in this variant. */
export function scoreRows(sheet: Sheet, t: Translate): ScoreRow[] {
  const always: Source[] = ["foreign", "own_patterns", "treasures"];
  if (!sheet.opponent) always.push("given_patterns");
  return SOURCES.flatMap((source): ScoreRow[] => {
    const points = sheet.rows[source];
    if (points === 0 && !always.includes(source) && !(source === "sculptures" && sheet.carved > 0)) return [];
    return [
      {
        id: source,
        label: t(`chola.score.${source}`),
        rule: t(`chola.score.${source}.rule`),
        points,
        detail: t(`chola.score.${source}.detail`, { points, carved: sheet.carved }),
      },
    ];
  });
}

/** Return the text view: the whole table as headings, lines and tables, sufficient to play without the board. */
export function textView(view: View, seats: SeatInfo[], t: Translate): TextSection[] {
  const name = (seat: number): string => gainerName(seat, view, seats, t);
  const sections = [
    { heading: t("chola.text.table"), lines: tableLines(view, name, t) },
    seatsSection(view, name, t),
    templeSection(view, t),
    starsSection(view, t),
    groupsSection(view, name, t),
  ];
  if (view.slots.length > 0) sections.push(slotsSection(view, name, t));
  return sections.filter((section): section is TextSection => section !== null);
}

function tableLines(view: View, name: (seat: number) => string, t: Translate): string[] {
  const lines = [status(view, [], t)];
  if (view.turn_seat !== null) lines.push(t("chola.text.turn", { name: name(view.turn_seat) }));
  lines.push(
    t("chola.text.row", { cards: cardsWords(view.row, t) }),
    t("chola.text.stack", { count: view.stack.total }),
    t("chola.text.bag", { count: view.bag.total, stones: stonesWords(view.bag.counts, t) }),
  );
  if (view.opponent) lines.push(t("chola.text.opponent", { total: view.opponent.total }));
  if (view.removed_value !== null) lines.push(t("chola.text.removed", { value: view.removed_value }));
  const own = view.seats.flatMap((seat) => (seat.seat === view.seat ? [seat.seat] : []));
  return [...lines, ...warnings(view, own).map((warning) => t(warning.key, warning.params))];
}

function seatsSection(view: View, name: (seat: number) => string, t: Translate): TextSection {
  const expert = view.variant === "expert";
  const head = ["player", "colour", "points", "stones", "cards", ...(expert ? ["wagon", "bonus"] : [])];
  return {
    heading: t("chola.text.players"),
    table: {
      caption: t("chola.text.players"),
      head: head.map((id) => t(`chola.text.head.${id}`)),
      rows: view.seats.map((seat) => [
        name(seat.seat),
        seat.colour ? letterName(seat.colour, t) : "",
        String(seat.total),
        stonesWords(seat.stones, t),
        seat.held
          ? t("chola.text.cards", { held: seat.held, known: cardsWords(seat.cards, t) })
          : t("chola.none"),
        ...(expert ? [stonesWords(seat.wagon, t), bonusWords(seat, t)] : []),
      ]),
    },
  };
}

function bonusWords(seat: View["seats"][number], t: Translate): string {
  return [seat.red, seat.blue]
    .filter((card) => card !== null)
    .map((card) => t("chola.bonus", { card, text: t(`chola.bonus.${card}`) }))
    .join(" ");
}

/** Return the temple from the top down, one row of squares per line. */
function templeSection(view: View, t: Translate): TextSection {
  const names = view.squares.map((one) => one.square);
  const { columns, rows } = sizeOf([...names, ...view.entrance]);
  const at = new Map(view.squares.map((one) => [one.square, one]));
  const letters = Array.from({ length: columns }, (_, i) => String.fromCharCode(97 + i));
  const heads = letters.map((letter, i) => t("chola.text.head.column", { letter, column: i + 1 }));
  return {
    heading: t("chola.text.temple"),
    lines: [t("chola.text.temple.help")],
    table: {
      caption: t("chola.text.temple"),
      head: [t("chola.text.head.row"), ...heads],
      rows: Array.from({ length: rows }, (_, i) => {
        const row = rows - i;
        return [
          String(row),
          ...letters.map((letter) =>
            view.entrance.includes(`${letter}${row}`)
              ? t("chola.text.door")
              : squareSign(at.get(`${letter}${row}`), t),
          ),
        ];
      }),
    },
  };
}

function squareSign(square: SquareView | undefined, t: Translate): string {
  if (!square) return "";
  if (square.covered && square.stone)
    return t("chola.text.carved", { colour: letterName(square.stone, t), colour_id: square.stone });
  if (square.stone) return letterName(square.stone, t);
  return square.star ? t("chola.text.star") : "·";
}

function starsSection(view: View, t: Translate): TextSection | null {
  const stars = view.squares.filter((square) => square.star && !square.stone);
  if (stars.length === 0 || view.rules?.treasures === "none") return null;
  return {
    heading: t("chola.text.stars"),
    lines: stars.map(({ square, treasure }) =>
      t("chola.text.at", {
        square: squareName(square, t),
        what: treasure ? treasureWords(treasure, view.treasures[treasure].wants, t) : t("chola.star.double"),
      }),
    ),
  };
}

function groupsSection(view: View, name: (seat: number) => string, t: Translate): TextSection | null {
  if (view.groups.length === 0) return null;
  const ownerName = (owner: View["groups"][number]["owner"]): string =>
    owner === null ? t("chola.nobody") : name(owner === "opponent" ? 1 : owner);
  const groups = [...view.groups].sort((a, b) => b.squares.length - a.squares.length);
  return {
    heading: t("chola.text.groups"),
    table: {
      caption: t("chola.text.groups"),
      head: ["colour", "owner", "squares", "value", "next"].map((id) => t(`chola.text.head.${id}`)),
      rows: groups.map((group) => [
        letterName(group.letter, t),
        ownerName(group.owner),
        listWords(group.squares, t),
        String(group.value),
        String(group.next),
      ]),
    },
  };
}

function inOrder(a: string, b: string): number {
  const [[c1, r1], [c2, r2]] = [spotOf(a), spotOf(b)];
  return r1 - r2 || c1 - c2;
}

function slotsSection(view: View, name: (seat: number) => string, t: Translate): TextSection {
  return {
    heading: t("chola.text.slots"),
    table: {
      caption: t("chola.text.slots"),
      head: ["slot", "squares", "value", "cost", "state"].map((id) => t(`chola.text.head.${id}`)),
      rows: view.slots.map((slot) => [
        slot.slot,
        squaresWords(slot, t),
        String(slot.tile?.value ?? ""),
        slot.tile ? stonesWords(slot.tile.cost, t) : "",
        slot.carver !== null
          ? t("chola.text.carved_by", { name: name(slot.carver) })
          : t(slot.finished ? "chola.text.finished" : "chola.text.unfinished"),
      ]),
    },
  };
}

/** Describe the difficulty of a Solo game: head start and changed point values. */
export function soloDifficulty(options: Record<string, unknown>, t: Translate): string {
  const rules = (["pattern_scoring", "treasures"] as const).flatMap((name) => {
    const value = options[name];
    const usual = value === undefined || value === "increment" || value === "open";
    return usual ? [] : [t(`chola.solo.rule.${String(value)}`)];
  });
  return [t("chola.solo.head", { head: Number(options.head_start ?? 100) }), ...rules].join(", ");
}

/** Return the current prompt in one sentence. */
export function prompt(view: View, choices: Choice[], t: Translate): string {
  if (choices.length === 0) return "";
  const [first] = choices;
  if (first?.kind === "bonus" || first?.kind === "end") return t(`chola.ask.${first.kind}.${first.card}`);
  if (view.phase === "action" && view.variant === "solo") return t("chola.ask.solo");
  if (view.phase === "split" && view.carving?.next)
    return t("chola.ask.split", { colour: letterName(view.carving.next, t), colour_id: view.carving.next });
  return t(`chola.ask.${view.phase}`);
}

/**
 * Return the status line: "Turn 12, 74 spaces", or the turns left near the end. Supplies are those of `now`, turns
 * those of `view`.
 */
export function status(view: View, seats: readonly SeatInfo[], t: Translate, now: View = view): string {
  if (view.phase === "over")
    return t(`chola.status.over.${view.ending ?? "full"}`, { name: nameOf(view.stuck_seat, seats, t) });
  if (view.phase === "setup") return t("chola.status.setup");
  if (view.opponent)
    return t("chola.status.solo", {
      spaces: now.spaces,
      cards: now.stack.total,
      opponent: (now.opponent ?? view.opponent).total,
    });
  if (view.last_turns > 0) return t("chola.status.last", { spaces: now.spaces, turns: view.last_turns });
  if (view.variant === "expert") {
    const left = now.slots.filter((slot) => slot.carver === null && slot.tile).length;
    return t("chola.status.expert", { spaces: now.spaces, left });
  }
  return t("chola.status", { spaces: now.spaces });
}
