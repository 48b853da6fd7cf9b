/** What moved between two views, from the log: pieces travel in, captured ones leave. */
import { EASE, lasting } from "../../../lib/browser/motion";
import type { GameEvent } from "../../../table/contract";
import { middleOf } from "../text/grid";
import { codeOf } from "../text/pieces";
import type { Effect, Field, PieceCode, Rank, Space, Team } from "../wire";

export const TRAVEL = 260;
/** More moves than these at once are a jump in the record. */
const MOST_MOVES = 3;

export type Motion =
  | { kind: "stand"; space: Space }
  | { kind: "go"; space: Space; field: Field; piece: PieceCode; lost: boolean; captured: PieceCode[] };

/** A piece that is no longer there and leaves for the eye. */
export interface Ghost {
  id: string;
  piece: PieceCode;
  field: Field;
  /** Where it comes from; null: it stood on the field. */
  from: Space | null;
  /** Among those that leave together. */
  order: number;
}

export function motionsOf(events: readonly GameEvent[]): Motion[] {
  const motions = events.flatMap((event): Motion[] => {
    const { key, params } = event.log;
    if (key === "indus.log.add" || key === "indus.log.place")
      return [{ kind: "stand", space: String(params.space) }];
    if (key !== "indus.log.move") return [];
    const effect = params.effect as Effect;
    const lost = effect.kind === "lost";
    return [
      {
        kind: "go",
        space: String(params.space),
        field: String(params.field),
        piece: codeOf(params.team as Team, params.rank as Rank),
        lost,
        captured: lost ? [] : effect.captured,
      },
    ];
  });
  return motions.length > MOST_MOVES ? [] : motions;
}

export function ghostsOf(motions: readonly Motion[], seq: number): Ghost[] {
  return motions.flatMap((motion): Ghost[] => {
    if (motion.kind !== "go") return [];
    const { field, space, piece } = motion;
    if (motion.lost) return [{ id: `${seq}-${field}`, piece, field, from: space, order: 0 }];
    return motion.captured.map((code, order) => ({
      id: `${seq}-${field}-${order}`,
      piece: code,
      field,
      from: null,
      order,
    }));
  });
}

/** The last landing of all events, or null when a turn without one came after it. */
export function lastLanding(events: readonly GameEvent[]): { field: Field; lost: PieceCode | null } | null {
  const motion = motionsOf(events.filter((event) => event.log.key === "indus.log.move").slice(-1))[0];
  return motion?.kind === "go" ? { field: motion.field, lost: motion.lost ? motion.piece : null } : null;
}

/** Lets the pieces that moved travel to where they are drawn already. */
export function play(root: Element, motions: readonly Motion[]): void {
  for (const motion of motions) {
    if (motion.kind === "stand") {
      root.querySelector(`[data-flip="start-${motion.space}"]`)?.animate(
        [
          { opacity: 0, transform: "translate(0px, -30px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: lasting(200), easing: EASE },
      );
    } else if (!motion.lost) {
      const [x, y] = middleOf(motion.space);
      const [tx, ty] = middleOf(motion.field);
      root
        .querySelector(`[data-flip="field-${motion.field}"]`)
        ?.animate([{ transform: `translate(${x - tx}px, ${y - ty}px)` }, { transform: "none" }], {
          duration: lasting(TRAVEL),
          easing: EASE,
        });
    }
  }
}

/** Shows how a ghost leaves, then says that it is gone. */
export function leave(element: Element, ghost: Ghost, gone: () => void): void {
  const aside = (ghost.order % 2 === 0 ? 1 : -1) * (34 + 12 * ghost.order);
  const away = { opacity: 0, transform: `translate(${aside}px, -74px) rotate(${aside}deg) scale(0.7)` };
  const here = { opacity: 1, transform: "none" };
  const start = ghost.from === null ? here : wayFrom(ghost.from, ghost.field);
  const duration = lasting(TRAVEL * 2);
  element.animate([start, { ...here, offset: 0.5 }, away], {
    duration,
    easing: EASE,
    fill: "both",
  }).onfinish = gone;
}

function wayFrom(space: Space, field: Field): { opacity: number; transform: string } {
  const [x, y] = middleOf(space);
  const [tx, ty] = middleOf(field);
  return { opacity: 1, transform: `translate(${x - tx}px, ${y - ty}px)` };
}
