/** A floor in hand: displayed pose, the server's preview, and the actions to send. */

import {
  type ChoiceOf,
  centreOf,
  layText,
  outlineOf,
  type PoseChoice,
  pieceOf,
  placed,
  rounded,
  samePose,
} from "../board/shapes";
import { isRisky, TONE_OF } from "../text/riskText";
import type {
  AskedPreview,
  BaseId,
  Choice,
  Colour,
  FloorName,
  FloorPreview,
  Gallery,
  Point,
  Pose,
  Preview,
  Side,
  View,
} from "../wire";

/** Preview of a place for a floor, listed or requested. */
export type PlacePreview = FloorPreview & Partial<AskedPreview>;
/** True for a level without suggested places, where the player searches for one. */
export type FreeLevel = ChoiceOf<"level"> & { free: true };

export interface GhostState {
  floor: FloorName;
  side: Side;
  level: number;
  pose: Pose;
  /** Codes of columns, "F01.2". */
  covers: ReadonlySet<string>;
  touches: ReadonlySet<string>;
  mass: Point | null;
  hull: Point[];
  contact: Point[];
  /** "care": the floor can be placed there, but the temple could fall. */
  tone: "good" | "care" | "bad" | "unknown";
}

/** Poses offered by the server, the safest first. */
function listedPoses(choices: readonly Choice[]): PoseChoice[] {
  return choices.filter((choice) => "covers" in choice);
}

export function listedAt(choices: readonly Choice[], pose: Pose): PoseChoice | null {
  return listedPoses(choices).find((choice) => samePose(choice.pose, pose)) ?? null;
}

export function floorPreviewOf(
  previews: readonly Preview[],
  action: string | undefined,
): PlacePreview | null {
  const found = previews.find((one) => one.action === action);
  return found && "stability" in found ? found : null;
}

export function freeLevels(previews: readonly Preview[]): FreeLevel[] {
  return previews.flatMap((one) =>
    "level" in one ? [{ action: one.action, kind: "level", level: one.level, free: true }] : [],
  );
}

/** Return suggested poses by stability, the tilt that the tower tolerates. */
export function suggested(choices: readonly Choice[], previews: readonly Preview[]): PoseChoice[] {
  const tilt = (choice: PoseChoice): number => floorPreviewOf(previews, choice.action)?.stability.tilt ?? 0;
  return listedPoses(choices).toSorted((a, b) => b.covers.length - a.covers.length || tilt(b) - tilt(a));
}

/**
 * Return the actions that place a floor where it is shown: the advised choice, with its pose if it has several,
 * otherwise the pose.
 */
export function layActions(
  listed: PoseChoice | null,
  pose: Pose,
  advised: string | null,
): [string, string[]] {
  if (listed === null || (listed.kind === "cover" && listed.action !== advised)) return [layText(pose), []];
  return [listed.action, listed.poses > 1 ? [layText(listed.pose)] : []];
}

export function ghostOf(
  view: View,
  pose: Pose,
  listed: PoseChoice | null,
  preview: PlacePreview | null,
  pieces: Gallery,
): GhostState | null {
  const floor = view.placing?.floor;
  if (!floor) return null;
  const side = view.placing?.side ?? view.floors.find((one) => one.floor === floor)?.side ?? "light";
  const covers: BaseId[] = preview?.covers ?? listed?.covers ?? [];
  return {
    floor,
    side,
    level: view.placing?.level ?? 0,
    pose: rounded(pose),
    covers: codes(covers),
    touches: codes(preview?.touches ?? []),
    mass: preview?.mass ?? centreOfMass(pieces, floor, side, pose),
    hull: preview?.hull ?? [],
    contact: preview?.contact ?? [],
    tone: preview ? toneOf(preview) : listed ? "good" : "unknown",
  };
}

function toneOf(preview: PlacePreview): GhostState["tone"] {
  if (preview.refused || preview.stands === false) return "bad";
  if (!isRisky(preview)) return "good";
  return TONE_OF[preview.outlook] === "care" ? "care" : "bad";
}

function codes(bases: readonly BaseId[]): Set<string> {
  return new Set(bases.map(([floor, base]) => `${floor}.${base}`));
}

/** Return a floor's centre of mass on the table. */
function centreOfMass(pieces: Gallery, floor: FloorName, side: Side, pose: Pose): Point {
  return placed(centreOf(outlineOf(pieceOf(pieces, floor), side)), pose);
}

/** A piece being lowered: the base or floor below, and its offset, rotation and height in mm and degrees. */
export interface Lowering {
  base: { at: Point; level: number; colour: Colour } | null;
  floor: GhostState | null;
  off: Point;
  turn: number;
  up: number;
}
