/** Choices and previews of the server, grouped by cell; computes no rules. */
import { expectedValues } from "../../../table/board/expectedValues.svelte";
import { gainOf, previewOf } from "../../../table/board/previews";
import { keyOf, sameCell } from "../board/layout";
import type { Cell, Choice, Effect, PlatformView, Preview, Side, View } from "../wire";

type PlaceChoice = Extract<Choice, { kind: "step" | "jump" | "lift" | "drop" }>;

export interface Option {
  choice: PlaceChoice;
  gain: number | null;
  effect: Effect | null;
}

/** A cell of the acting platform that can be chosen, that is a possibility, or that explains why it is blocked. */
export interface Place {
  cell: Cell;
  /** One option, or two if the figure remains to be chosen; empty for a possibility or a blocked cell. */
  options: Option[];
  /** Change of the running score; null if unknown, and for jumps. */
  gain: number | null;
  effect: Effect | null;
  /** Tile shown on the cell. */
  ghost: string | null;
  side: Side | null;
  /** Action that takes the tile, if choosing the cell also takes it. */
  take: string | null;
  /** Message key of the reason why the cell is blocked. */
  blocked: string | null;
}

/** Return whether this place can be chosen. */
export function isOpen(place: Place | undefined): boolean {
  return place !== undefined && (place.options.length > 0 || place.take !== null);
}

function isPlaceChoice(choice: Choice): choice is PlaceChoice {
  return choice.kind === "step" || choice.kind === "jump" || choice.kind === "lift" || choice.kind === "drop";
}

/** Group choices and refusals by cell, with the gains from the previews. */
export function placesOf(view: View, choices: Choice[], previews: Preview[]): Place[] {
  const places = new Map<string, Place>();
  for (const choice of choices) {
    if (!isPlaceChoice(choice)) continue;
    const moot = choice.kind === "jump";
    const option = {
      choice,
      gain: moot ? null : gainOf(previews, choice.action),
      effect: previewOf(previews, choice.action, "effect")?.effect ?? null,
    };
    const key = keyOf(choice.cell);
    const place = places.get(key) ?? emptyPlace(choice.cell, ghostOf(view, choice));
    place.options.push(option);
    if (place.gain === null || (option.gain ?? Number.NEGATIVE_INFINITY) > place.gain)
      place.gain = option.gain;
    place.effect ??= option.effect;
    places.set(key, place);
  }
  for (const { cell, key } of previews.flatMap((preview) => ("blocked" in preview ? preview.blocked : []))) {
    if (!places.has(keyOf(cell))) places.set(keyOf(cell), { ...emptyPlace(cell, null), blocked: key });
  }
  return [...places.values()];
}

/** Return the cells a tile of the offer could go to, each with its best gain. */
export function possibilities(tile: string, choices: Choice[], previews: Preview[], takes = false): Place[] {
  const action = choices.find((choice) => choice.kind === "take" && choice.tile === tile)?.action;
  const places = new Map<string, Place>();
  const spots = previewOf(previews, action, "places")?.places ?? [];
  for (const spot of spots.toSorted((one, other) => other.gain - one.gain)) {
    if (places.has(keyOf(spot.cell))) continue;
    places.set(keyOf(spot.cell), {
      ...emptyPlace(spot.cell, tile),
      gain: expectedValues.on ? null : spot.gain,
      effect: spot.effect,
      side: spot.side,
      take: takes ? (action ?? null) : null,
    });
  }
  return [...places.values()];
}

/** Return the figure that an option moves; the first one if the choice names none. */
export function figureOf(option: Option): number {
  return "figure" in option.choice ? option.choice.figure : 0;
}

/** Sort the options of a place from west to east by figure, and within a column by number. */
export function sortedWestToEast(place: Place, platform: PlatformView): Option[] {
  const column = (option: Option) => (platform.figures[figureOf(option)]?.cell ?? place.cell)[0];
  return [...place.options].sort((a, b) => column(a) - column(b) || figureOf(a) - figureOf(b));
}

function emptyPlace(cell: Cell, ghost: string | null): Place {
  return { cell, options: [], gain: null, effect: null, ghost, side: null, take: null, blocked: null };
}

function ghostOf(view: View, choice: PlaceChoice): string | null {
  if (choice.kind === "step") return view.held;
  if (choice.kind !== "drop" || view.seat === null) return null;
  const platform = view.platforms[view.seat];
  return platform?.cells.find((cell) => sameCell(cell.cell, view.lifted))?.stack.at(-1) ?? null;
}
