/** Spoken names of stones, cards, tiles and squares. */
import { joinFacts } from "../../../lib/language/i18n.svelte";
import type { SeatInfo, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { compositionOf } from "../art/motifs";
import { spotOf, squareAt } from "../board/geometry";
import { gainsOf } from "../selection/builds";
import type { Gains, Letter, Square, Stones, TileId, TileView, Treasure, View, Wanted } from "../wire";
import { isCard, isLetter, isTile, LETTERS } from "./pieces";

/** Return the colour of a seat; null for the opponent in Solo. */
export function colourOf(view: View, seat: number): Letter | null {
  return view.seats.find((one) => one.seat === seat)?.colour ?? null;
}

export function letterName(letter: Letter, t: Translate): string {
  return t(`chola.colour.${letter}`);
}

/** Return stones as text: "2 white, 1 gold". */
export function stonesWords(stones: Stones | null, t: Translate): string {
  const parts = LETTERS.flatMap((letter) => {
    const count = stones?.[letter] ?? 0;
    return count > 0 ? [t("chola.count", { count, what: letterName(letter, t), what_id: letter })] : [];
  });
  return parts.join(", ") || t("chola.none");
}

/** Return cards as text: "2 blocks in lines, 1 single stone". */
export function cardsWords(cards: Partial<Record<string, number>>, t: Translate): string {
  const parts = Object.entries(cards).flatMap(([card, count = 0]) =>
    count > 0 ? [t(`chola.count.${card}`, { count })] : [],
  );
  return parts.join(", ") || t("chola.none");
}

export function treasureWords(treasure: Treasure, wants: Wanted | null, t: Translate): string {
  if (wants === "pattern" || wants === null) return t(`chola.treasure.${treasure}`);
  return t("chola.treasure.colour", { colour: letterName(wants, t), colour_id: wants });
}

/** Return the motif of a sculpture: "the elephant". */
export function tileName(tile: TileId, t: Translate): string {
  return t("chola.tile.name", { motif: compositionOf(tile).motifs[0] ?? "", tile });
}

/** Describe a sculpture tile: "value 8, costs 4 light brown, 1 gold". */
export function tileWords(tile: TileView, t: Translate): string {
  return t("chola.tile.words", { value: tile.value, cost: stonesWords(tile.cost, t) });
}

/** Status of a square for the player. */
export type SquareStatus = "open" | "chosen" | "payable" | null;

/** Return the name of a square: "level 5, column 4", or "d5" for experts. */
export function squareName(square: Square, t: Translate): string {
  const [column, level] = spotOf(square);
  return t("chola.square.at", { square, level, column: column + 1 });
}

/** Describe a square: "level 5, column 4, star with 2 points, empty, supported". */
export function squareWords(
  square: Square,
  view: View,
  t: Translate,
  doubles: boolean,
  standing: SquareStatus,
): string {
  const squares = new Map(view.squares.map((one) => [one.square, one]));
  const there = squares.get(square);
  const slot = view.slots.find((one) => one.squares.includes(square));
  const parts = [squareName(square, t)];
  if (there?.star && !there.stone) {
    const treasure = there.treasure
      ? treasureWords(there.treasure, view.treasures[there.treasure].wants, t)
      : "";
    parts.push(treasure || t(doubles ? "chola.star.double" : "chola.star"));
  }
  if (there?.covered && slot?.tile) {
    const colour = slot.carver === null ? null : colourOf(view, slot.carver);
    parts.push(
      t("chola.square.carved", { value: slot.tile.value, colour: colour ? letterName(colour, t) : "" }),
    );
  } else if (there?.stone) parts.push(letterName(there.stone, t));
  else {
    parts.push(t("chola.square.empty"));
    if (there?.open) parts.push(t("chola.square.supported"));
    // The other stone of the Build may support it.
    else if (standing !== "open" && standing !== "chosen") parts.push(t("chola.square.unsupported"));
  }
  if (slot?.tile && slot.carver === null)
    parts.push(t("chola.square.slot", { tile: tileWords(slot.tile, t) }));
  if (standing) parts.push(t(`chola.square.${standing}`));
  return parts.join(", ");
}

/** Return the name of a seat, or of the opponent in Solo. */
export function gainerName(seat: number, view: View, seats: readonly SeatInfo[], t: Translate): string {
  if (view.variant === "solo" && seat === 1) return t("chola.opponent");
  return nameOf(seat, seats, t);
}

/** Return the number of scoring parties: the seats and, in Solo, the opponent. */
export function gainersOf(view: View): number {
  return view.variant === "solo" ? 2 : view.players;
}

/** Return points by source: "+1 stone, +3 own pattern". */
export function partsWords(
  parts: readonly (readonly [source: string, points: number])[],
  t: Translate,
): string {
  return parts
    .map(([source, points]) =>
      t("chola.gain.part", { points, source: t(`chola.gain.${source}`, { points }), source_id: source }),
    )
    .join(", ");
}

/** Return all players' gains: "Asha +4 (+1 stone, +3 own pattern); Ravi 0". */
export function gainsWords(gains: Gains, view: View, seats: readonly SeatInfo[], t: Translate): string {
  return joinFacts(
    gainsOf({ gains }, gainersOf(view))
      .filter((gain) => gain.total !== 0)
      .map((gain) =>
        t("chola.gain.seat", {
          name: gainerName(gain.seat, view, seats, t),
          total: gain.total,
          parts: partsWords(gain.parts, t),
        }),
      ),
  );
}

/** Parse stones of one colour and their squares, "Wa1+b1"; null for any other code. */
export function placedOf(code: string): { letter: Letter; squares: Square[] } | null {
  if (!/^[BLWGY][a-z]\d+(\+[a-z]\d+)*$/.test(code)) return null;
  return { letter: code[0] as Letter, squares: code.slice(1).split("+") };
}

/** Return the name of a piece from its log code: stone, placed stones, card, tile or bonus card. */
export function codeName(code: string, t: Translate): string {
  if (isLetter(code)) return letterName(code, t);
  if (isCard(code)) return t(`chola.card.${code}`);
  const placed = placedOf(code);
  if (placed) return joinFacts(placed.squares.map((square) => placedName(placed.letter, square, t)));
  if (/^[RU]\d$/.test(code)) return t(`chola.bonus.${code}.name`);
  return isTile(code) ? tileName(code, t) : code;
}

/** Return the name of a placed stone: "white at level 5, column 4". */
export function placedName(letter: Letter, square: Square, t: Translate): string {
  return t("chola.placed", { colour: letterName(letter, t), colour_id: letter, at: squareName(square, t) });
}

/** Return a square as [column, row], the format of cells at tables. */
export function placeName(cell: readonly [number, number], t: Translate): string {
  return squareName(squareAt([cell[0], cell[1]]), t);
}
