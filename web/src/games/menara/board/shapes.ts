/** Geometry of pieces from above: x to the right, y away from the viewer, angles counter-clockwise. */
import type {
  Base,
  BaseId,
  Choice,
  Floor,
  FloorName,
  FloorPiece,
  Gallery,
  Point,
  Pose,
  Side,
  View,
} from "../wire";

export function pieceOf(pieces: Gallery, name: FloorName): FloorPiece {
  const found = pieces.floors.find((piece) => piece.floor === name);
  if (!found) throw new Error(`no floor ${name}`);
  return found;
}

/** Return the outline of a side in its own coordinates, counter-clockwise. */
export function outlineOf(piece: FloorPiece, side: Side): Point[] {
  return side === "light" ? piece.outline : piece.outline.map(([x, y]): Point => [-x, y]).reverse();
}

/** Transform a point from floor to table coordinates. */
export function placed([x, y]: Point, pose: Pose): Point {
  const angle = (pose.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [pose.x + cos * x - sin * y, pose.y + sin * x + cos * y];
}

export function placedOutline(pieces: Gallery, name: FloorName, side: Side, pose: Pose): Point[] {
  return outlineOf(pieceOf(pieces, name), side).map((point) => placed(point, pose));
}

export function centreOf(points: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length] as Point;
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return [x / (3 * area), y / (3 * area)];
}

export function isInside([x, y]: Point, polygon: readonly Point[]): boolean {
  let inside = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Format a polygon's points as "x,y x,y" for a drawing in which y points down. */
export function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${(-y).toFixed(1)}`).join(" ");
}

export interface Box {
  left: number;
  right: number;
  /** Bounds nearest to and farthest from the viewer. */
  near: number;
  far: number;
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), near: Math.min(...ys), far: Math.max(...ys) };
}

/** The bounding box of the whole temple with the floor in hand, at least as large as its first floor. */
export function templeBox(
  view: View,
  pieces: Gallery,
  held: { floor: FloorName; side: Side; pose: Pose } | null = null,
): Box {
  const points = view.floors.flatMap((floor) => placedOutline(pieces, floor.floor, floor.side, floor));
  const laid = held ? placedOutline(pieces, held.floor, held.side, held.pose) : [];
  return boxOf([...points, ...laid, [-70, -70], [70, 70]]);
}

/** Return the bounding box of a level and the adjacent ones on its plan, at least as large as a large floor. */
export function planBox(
  view: View,
  pieces: Gallery,
  level: number,
  held: { floor: FloorName; side: Side; pose: Pose } | null = null,
): Box {
  const shown = view.floors.filter((floor) => Math.abs(floor.level - level) <= 1);
  if (level === 0 || shown.length === 0) return templeBox(view, pieces, held);
  const points = shown.flatMap((floor) => placedOutline(pieces, floor.floor, floor.side, floor));
  const box = boxOf([...points, ...(held ? placedOutline(pieces, held.floor, held.side, held.pose) : [])]);
  const [x, y] = [(box.left + box.right) / 2, (box.near + box.far) / 2];
  const wide = Math.max(70, (box.right - box.left) / 2);
  const deep = Math.max(70, (box.far - box.near) / 2);
  return { left: x - wide, right: x + wide, near: y - deep, far: y + deep };
}

/** Return the base that can be chosen nearest to a point of its level, within reach (mm). */
export function nearestLit(
  lit: readonly { id: BaseId; at: Point; action: string | null }[],
  [x, y]: Point,
  reach: number,
): BaseId | null {
  const far = ({ at }: { at: Point }): number => Math.hypot(at[0] - x, at[1] - y);
  const open = lit.filter((one) => one.action !== null && far(one) < reach);
  return open.toSorted((a, b) => far(a) - far(b))[0]?.id ?? null;
}

export function highest(view: View): number {
  return Math.max(0, ...view.floors.map((floor) => floor.level));
}

export function floorNamed(view: View, name: FloorName): Floor | undefined {
  return view.floors.find((floor) => floor.floor === name);
}

export function baseAt(view: View, [name, base]: BaseId): Base | undefined {
  return floorNamed(view, name)?.bases[base];
}

/** Position of a base among those of its colour on its floor, from the left or from the front. */
export interface Which {
  number: number;
  count: number;
  axis: "across" | "deep";
}

/** Position; null for the only one. */
export function whichOf(view: View, [name, base]: BaseId): Which | null {
  const bases = floorNamed(view, name)?.bases ?? [];
  const same = bases.filter((one) => one.colour === bases[base]?.colour);
  if (same.length < 2) return null;
  const { left, right, near, far } = boxOf(same.map(({ at }) => at));
  const axis = right - left >= far - near ? "across" : "deep";
  const order = same.toSorted((a, b) => (axis === "across" ? a.at[0] - b.at[0] : a.at[1] - b.at[1]));
  return { number: order.indexOf(bases[base] as Base) + 1, count: same.length, axis };
}

export function levelOf(view: View, [name]: BaseId): number {
  return floorNamed(view, name)?.level ?? 0;
}

export function sameBase(a: BaseId | null | undefined, b: BaseId | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

export function baseKey([floor, base]: BaseId): string {
  return `${floor}.${base}`;
}

/** Return the position of a column, including drift. */
export function footOf(base: Base): Point {
  return [base.at[0] + base.off[0], base.at[1] + base.off[1]];
}

/** Return the columns standing on a level, with the positions of their heads. */
export function headsOf(view: View, level: number): { id: BaseId; base: Base; at: Point }[] {
  return view.floors
    .filter((floor) => floor.level === level)
    .flatMap((floor) =>
      floor.bases.flatMap((base, number) =>
        base.column === "standing" || base.column === "moved"
          ? [{ id: [floor.floor, number] as BaseId, base, at: footOf(base) }]
          : [],
      ),
    );
}

/** Normalise degrees to 0 (inclusive) to 360 (exclusive), in hundredths. */
export function turned(rotation: number): number {
  return (((Math.round(rotation * 100) % 36000) + 36000) % 36000) / 100;
}

export function rounded(pose: Pose): Pose {
  return {
    x: Math.round(pose.x * 100) / 100,
    y: Math.round(pose.y * 100) / 100,
    rotation: turned(pose.rotation),
  };
}

export function samePose(a: Pose, b: Pose): boolean {
  return (
    Math.abs(a.x - b.x) < 0.005 && Math.abs(a.y - b.y) < 0.005 && Math.abs(a.rotation - b.rotation) < 0.005
  );
}

/** Return the action that places a floor at a pose. */
export function layText(pose: Pose): string {
  const { x, y, rotation } = rounded(pose);
  return `lay ${plain(x)},${plain(y)} r${rotation}`;
}

function plain(value: number): string {
  return (value === 0 ? 0 : value).toFixed(2);
}

/** Choices of kind K. */
export type ChoiceOf<K extends Choice["kind"]> = Extract<Choice, { kind: K }>;
export type BaseChoice = ChoiceOf<"place" | "lift" | "put" | "reset">;
/** A listed pose, or the best of a set. */
export type PoseChoice = Extract<Choice, { covers: unknown }>;

/** Return the choices of one kind. */
export function ofKind<K extends Choice["kind"]>(choices: readonly Choice[], ...kinds: K[]): ChoiceOf<K>[] {
  return choices.filter((choice) => (kinds as string[]).includes(choice.kind)) as ChoiceOf<K>[];
}
