/** Cells and rotations in which the drawn tile fits, with the server's previews. */
import { sameCell } from "../geometry/hex";
import type {
  BlockedCell,
  Cell,
  Choice,
  FutureZone,
  LaidTile,
  Placement,
  Preview,
  Rotation,
  View,
  Zone,
} from "../wire";

/** A cell on which the drawn tile fits. */
export interface Spot {
  cell: Cell;
  rotations: Rotation[];
  /** Action of the cell, "cell (1,1)"; null once the cell is chosen and only the rotation remains. */
  action: string | null;
  /** Empty until the previews arrive. */
  placements: Placement[];
}

export function spotsOf(view: View, choices: readonly Choice[], previews: readonly Preview[]): Spot[] {
  const cells = choices.flatMap((choice): Spot[] =>
    choice.kind === "cell"
      ? [
          {
            cell: choice.cell,
            rotations: choice.rotations,
            action: choice.action,
            placements: placementsOf(previews, choice.action),
          },
        ]
      : [],
  );
  const turns = choices.filter((choice) => choice.kind === "turn");
  if (turns.length === 0 || !view.cell) return cells;
  const rotations = turns.map((choice) => choice.rotation);
  const placements = turns.flatMap((choice) => placementsOf(previews, choice.action));
  return [{ cell: view.cell, rotations, action: null, placements }];
}

function placementsOf(previews: readonly Preview[], action: string): Placement[] {
  return previews.flatMap((preview) =>
    preview.action === action && "placements" in preview ? preview.placements : [],
  );
}

export function blockedOf(previews: readonly Preview[]): BlockedCell[] {
  return previews.flatMap((preview) => (preview.action === null ? preview.blocked : []));
}

export function spotAt(spots: readonly Spot[], cell: Cell | null): Spot | null {
  return spots.find((spot) => sameCell(spot.cell, cell)) ?? null;
}

/** Return the fitting rotation closest to the previous one. */
export function nearestRotation(spot: Spot, wanted: Rotation): Rotation {
  const away = (rotation: Rotation): number =>
    Math.min((rotation - wanted + 6) % 6, (wanted - rotation + 6) % 6);
  return spot.rotations.toSorted((a, b) => away(a) - away(b))[0] ?? 0;
}

/** Return the next rotation that fits, clockwise or counter-clockwise. */
export function turnedBy(spot: Spot, rotation: Rotation, by: number): Rotation {
  const order = spot.rotations.toSorted((a, b) => a - b);
  const at = order.indexOf(rotation);
  return order[(at + by + order.length) % order.length] ?? rotation;
}

export function placementAt(spot: Spot, rotation: Rotation): Placement | null {
  return spot.placements.find((placement) => placement.rotation === rotation) ?? null;
}

/** Return the action of the cell and the action of the rotation. */
export function actionsOf(spot: Spot, rotation: Rotation): [string, ...string[]] {
  const turn = `turn ${rotation}`;
  if (spot.action === null) return [turn];
  return spot.rotations.length > 1 ? [spot.action, turn] : [spot.action];
}

/** Return the tiles of the view plus the previewed one. */
export function laidWith(view: View, spot: Spot, rotation: Rotation): LaidTile[] {
  return view.drawn === null ? view.tiles : [...view.tiles, { cell: spot.cell, tile: view.drawn, rotation }];
}

/**
 * Sort zones by importance: completed ones, joined ones, then by gaps; large open land and roads without a village
 * last.
 */
export function ordered(zones: readonly FutureZone[]): FutureZone[] {
  return zones.toSorted((a, b) => weight(a) - weight(b));
}

function weight(zone: FutureZone): number {
  if (zone.completed) return 0;
  if (zone.status !== "open") return 900;
  if (isWide(zone)) return 800;
  return zone.joins > 1 ? 100 : 200 + Math.min(99, zone.gaps);
}

/** Number of gaps above which claiming open land shows a warning. */
const MANY_GAPS = 6;

/** Return whether a zone is open land too large to be completed soon. */
export function isWide(zone: Zone): boolean {
  return zone.kind === "land" && zone.gaps > MANY_GAPS;
}
