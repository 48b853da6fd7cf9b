/** Animations between two views, based on the log: added pieces move in, captured pieces leave. */
import { EASE, scaledDuration } from "../../../lib/browser/motion";
import type { GameEvent } from "../../../table/contract";
import { middleOf } from "../text/grid";
import { codeOf } from "../text/pieces";
import type { Effect, Field, PieceCode, Rank, Space, Team } from "../wire";

const TRAVEL = 260;
/** More moves than this mean that the replay has jumped: do not animate. */
const MAX_MOVES = 3;

type Motion =
  | { kind: "stand"; space: Space }
  | { kind: "go"; space: Space; field: Field; piece: PieceCode; lost: boolean; captured: PieceCode[] };

/** A piece that has left the board, shown during its animation. */
export interface Ghost {
  id: string;
  piece: PieceCode;
  field: Field;
  /** Start space it came from; null if it was on the field. */
  from: Space | null;
  /** Index among the pieces that leave together. */
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
  return motions.length > MAX_MOVES ? [] : motions;
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

/** Return the last landing, or null if a turn without one followed it. */
export function lastLanding(events: readonly GameEvent[]): { field: Field; lost: PieceCode | null } | null {
  const motion = motionsOf(events.filter((event) => event.log.key === "indus.log.move").slice(-1))[0];
  return motion?.kind === "go" ? { field: motion.field, lost: motion.lost ? motion.piece : null } : null;
}

/** Animate moved pieces from their old position to the current one. */
export function play(root: Element, motions: readonly Motion[]): void {
  for (const motion of motions) {
    if (motion.kind === "stand") {
      root.querySelector(`[data-flip="start-${motion.space}"]`)?.animate(
        [
          { opacity: 0, transform: "translate(0px, -30px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: scaledDuration(200), easing: EASE },
      );
    } else if (!motion.lost) {
      const [x, y] = middleOf(motion.space);
      const [tx, ty] = middleOf(motion.field);
      root
        .querySelector(`[data-flip="field-${motion.field}"]`)
        ?.animate([{ transform: `translate(${x - tx}px, ${y - ty}px)` }, { transform: "none" }], {
          duration: scaledDuration(TRAVEL),
          easing: EASE,
        });
    }
  }
}

/** Animate a leaving piece, then call `gone`. */
export function leave(element: Element, ghost: Ghost, gone: () => void): void {
  const aside = (ghost.order % 2 === 0 ? 1 : -1) * (34 + 12 * ghost.order);
  const away = { opacity: 0, transform: `translate(${aside}px, -74px) rotate(${aside}deg) scale(0.7)` };
  const here = { opacity: 1, transform: "none" };
  const start = ghost.from === null ? here : wayFrom(ghost.from, ghost.field);
  const duration = scaledDuration(TRAVEL * 2);
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
