/** Current choices on the board and their results; all numbers come from the server. */
import { expectedValues } from "../../../table/board/expectedValues.svelte";
import { gainOf, previewOf } from "../../../table/board/previews";
import { sideOf } from "../text/grid";
import { codeOf, parsePiece } from "../text/pieces";
import type {
  Choice,
  Effect,
  FaceMoves,
  Field,
  PieceCode,
  Preview,
  Rank,
  RerollPreview,
  Space,
  Team,
  View,
} from "../wire";

/** A start space where the chosen rank may be added. */
export interface Opening {
  action: string;
  space: Space;
  /** Average gain of the next roll, if known. */
  best: number | null;
}

/** Landing field of a piece on a start space. */
export interface Landing {
  action: string;
  space: Space;
  piece: PieceCode;
  field: Field;
  effect: Effect;
  gain: number | null;
}

/** One of the six fields in front of a start space. */
export interface Step {
  die: number;
  field: Field;
  effect: Effect | null;
  gain: number | null;
}

/** A face of the die with the best gain of any piece on a start space; null if unknown. */
export interface DieGain {
  die: number;
  gain: number | null;
}

type ChoiceOf<K extends Choice["kind"]> = Extract<Choice, { kind: K }>;

export function of<K extends Choice["kind"]>(choices: readonly Choice[], kind: K): ChoiceOf<K>[] {
  return choices.filter((choice): choice is ChoiceOf<K> => choice.kind === kind);
}

/** Ranks that can be added, in order. */
export function ranksOf(choices: readonly Choice[]): Rank[] {
  return [...new Set(of(choices, "add").map((choice) => choice.rank))];
}

export function openingsOf(
  choices: readonly Choice[],
  previews: readonly Preview[],
  rank: Rank | null,
): Opening[] {
  return of(choices, "add")
    .filter((choice) => choice.rank === rank)
    .map(({ action, space }) => ({ action, space, best: gainOf(previews, action) }));
}

export function landingsOf(choices: readonly Choice[], previews: readonly Preview[]): Landing[] {
  return of(choices, "move").map(({ action, space, piece, field, effect }) => ({
    action,
    space,
    piece,
    field,
    effect,
    gain: gainOf(previews, action),
  }));
}

export function rerollOf(choices: readonly Choice[]): ChoiceOf<"reroll"> | null {
  return of(choices, "reroll")[0] ?? null;
}

/** Return the line in front of a start space, with the known effects of landing. */
export function stepsOf(
  space: Space,
  view: View,
  choices: readonly Choice[],
  previews: readonly Preview[],
  rank: Rank | null,
): Step[] {
  const start = view.starts.find((one) => one.space === space);
  const addition = of(choices, "add").find((choice) => choice.space === space && choice.rank === rank);
  const faces = previewOf(previews, addition?.action, "best")?.faces;
  const move = of(choices, "move").find((choice) => choice.space === space);
  const known = knownGains(choices, previews);
  return (start?.fields ?? []).map((field, i) => {
    const face = faces?.[i];
    if (face) return { die: i + 1, field, effect: face.effect, gain: expectedValues.on ? null : face.gain };
    if (move && view.die === i + 1) {
      return { die: i + 1, field, effect: move.effect, gain: gainOf(previews, move.action) };
    }
    const own =
      start?.piece && parsePiece(start.piece).team === view.team ? parsePiece(start.piece).rank : null;
    const landing = own ? known.get(keyOf(own, field)) : undefined;
    return {
      die: i + 1,
      field,
      effect: landing?.effect ?? null,
      gain: expectedValues.on ? null : (landing?.gain ?? null),
    };
  });
}

interface Known {
  effect: Effect;
  gain: number;
}

function keyOf(rank: Rank, field: Field): string {
  return `${rank}-${field}`;
}

/** Return known landings by rank and field. */
function knownGains(choices: readonly Choice[], previews: readonly Preview[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const { action, rank } of of(choices, "add")) {
    for (const face of previewOf(previews, action, "best")?.faces ?? [])
      known.set(keyOf(rank, face.field), face);
  }
  for (const { action } of of(choices, "reroll")) {
    const moves = previewOf(previews, action, "useless")?.faces.flatMap((face) => face.moves) ?? [];
    for (const move of moves) known.set(keyOf(move.rank, move.field), move);
  }
  return known;
}

/** Return the acting team's pieces on start spaces. */
export function standing(view: View): { space: Space; piece: PieceCode; rank: Rank; fields: Field[] }[] {
  return view.starts.flatMap(({ space, piece, fields }) => {
    if (!piece) return [];
    const { team, rank } = parsePiece(piece);
    return team === view.team ? [{ space, piece, rank, fields }] : [];
  });
}

/** Return the best gain of a piece on a start space for each face of the die. */
export function dieGains(view: View, choices: readonly Choice[], previews: readonly Preview[]): DieGain[] {
  const known = knownGains(choices, previews);
  const pieces = standing(view);
  return [1, 2, 3, 4, 5, 6].map((die) => {
    const gains = pieces.flatMap(
      ({ rank, fields }) => known.get(keyOf(rank, fields[die - 1] ?? ""))?.gain ?? [],
    );
    return { die, gain: gains.length > 0 ? Math.max(...gains) : pieces.length > 0 ? null : 0 };
  });
}

/** Return the best gain for each face of another roll; 0 if no piece can gain. */
export function bestOf(preview: RerollPreview | null): DieGain[] {
  return (preview?.faces ?? []).map(({ die, moves }) => ({
    die,
    gain: Math.max(0, ...moves.map((move) => move.gain)),
  }));
}

/** Return the acting team's pieces that this roll cannot move. */
export function frozenOf(view: View, choices: readonly Choice[]): Map<Space, Rank> {
  if (view.phase !== "go" || !choices.some((choice) => choice.kind === "move")) return new Map();
  const movable = new Set(of(choices, "move").map((move) => move.space));
  return new Map(
    standing(view).flatMap(({ space, rank }) => (movable.has(space) ? [] : [[space, rank] as const])),
  );
}

/** Return the moves of one face, as pieces. */
export function movesOf(
  face: FaceMoves,
  team: Team | null,
): { space: Space; piece: PieceCode; field: Field; gain: number }[] {
  if (!team) return [];
  return face.moves.map(({ space, rank, field, gain }) => ({
    space,
    piece: codeOf(team, rank),
    field,
    gain,
  }));
}

/** Return the landings on a field, the one from the west or north first. */
export function onField(landings: readonly Landing[], field: Field): Landing[] {
  const order = "WNSE";
  return landings
    .filter((landing) => landing.field === field)
    .toSorted((a, b) => order.indexOf(sideOf(a.space)) - order.indexOf(sideOf(b.space)));
}
