/** The floor in hand with its supports and a handle to drag. */
import {
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import type { GhostState, Lowering } from "../hand/placing";
import type { Point, Pose } from "../wire";
import { dashed } from "./marks";
import { CM, GLOW, type Pieces } from "./pieces";

export class HeldFloor {
  readonly group = new Group();
  /** Mesh of the floor itself, for dragging. */
  grip: Object3D | null = null;
  private made = "";
  private floor: Group | null = null;
  private at: (Pose & { under: number }) | null = null;
  private by: Lowering | null = null;
  private readonly notes = new Group();
  /** Shapes and materials of the notes. */
  private readonly own: { dispose(): void }[] = [];
  /** Translucent materials of the floor. */
  private readonly materials: MeshStandardMaterial[] = [];

  constructor(private readonly pieces: Pieces) {
    this.group.add(this.notes);
  }

  show(ghost: GhostState | null, heads: readonly { code: string; at: Point }[], under: number): void {
    this.group.visible = ghost !== null;
    if (!ghost) {
      this.grip = null;
      return;
    }
    const made = `${ghost.floor} ${ghost.side}`;
    if (made !== this.made) this.make(ghost, made);
    this.at = { ...ghost.pose, under };
    this.put();
    this.annotate(ghost, heads, under);
  }

  /** Show the floor while it is lowered, or where it will be placed. */
  raise(by: Lowering | null): void {
    this.by = by;
    this.put();
  }

  private put(): void {
    const { at, by } = this;
    if (!this.floor || !at) return;
    const [x, y] = by?.off ?? [0, 0];
    this.floor.position.set((at.x + x) * CM, at.under + 0.02 + (by?.up ?? 0) * CM, -(at.y + y) * CM);
    this.floor.rotation.y = ((at.rotation + (by?.turn ?? 0)) * Math.PI) / 180;
  }

  private make(ghost: GhostState, made: string): void {
    if (this.floor) this.group.remove(this.floor);
    for (const material of this.materials.splice(0)) material.dispose();
    this.made = made;
    this.floor = this.pieces.floor(ghost.floor, ghost.side);
    this.floor.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const through = (part.material as MeshStandardMaterial).clone();
      through.transparent = true;
      through.opacity = 0.66;
      part.material = through;
      this.materials.push(through);
    });
    this.grip = this.floor;
    this.group.add(this.floor);
  }

  private annotate(ghost: GhostState, heads: readonly { code: string; at: Point }[], under: number): void {
    this.clearNotes();
    const above = under + this.pieces.thickness + 0.05;
    const edge = { good: GLOW.gold, care: GLOW.care, bad: GLOW.risk, unknown: "#e6d8bd" }[ghost.tone];
    const outline = this.pieces
      .outline(ghost.floor, ghost.side)
      .getPoints()
      .map((p) => new Vector3(p.x, 0, -p.y));
    const loop = this.line(outline, edge, true);
    loop.position.set(ghost.pose.x * CM, above, -ghost.pose.y * CM);
    loop.rotation.y = (ghost.pose.rotation * Math.PI) / 180;
    for (const head of heads) {
      const covered = ghost.covers.has(head.code);
      const touched = ghost.touches.has(head.code);
      if (!covered && !touched) continue;
      const ring = this.ringAt(head.at, under, covered);
      this.notes.add(ring);
    }
    if (ghost.hull.length > 2) this.line(flat(ghost.hull, above), "#d8f5c8", true);
    if (ghost.mass) {
      const [x, y] = ghost.mass;
      for (const [dx, dy] of [
        [7, 0],
        [0, 7],
      ] as const)
        this.line(
          flat(
            [
              [x - dx, y - dy],
              [x + dx, y + dy],
            ],
            above + 0.02,
          ),
          "#fff6dc",
          false,
        );
    }
    for (const [x, y] of ghost.contact) {
      const dot = this.solid(new SphereGeometry(0.28, 12, 8), GLOW.gold);
      dot.position.set(x * CM, above, -y * CM);
    }
  }

  dispose(): void {
    this.clearNotes();
    for (const material of this.materials.splice(0)) material.dispose();
  }

  private clearNotes(): void {
    for (const thing of this.own.splice(0)) thing.dispose();
    this.notes.clear();
  }

  private ringAt([x, y]: Point, height: number, whole: boolean): Mesh {
    const shape = whole ? new TorusGeometry(0.66, 0.1, 8, 30).rotateX(Math.PI / 2) : dashed(0.66, 0.09, 6);
    const ring = this.solid(shape, whole ? GLOW.safe : GLOW.care);
    ring.position.set(x * CM, height, -y * CM);
    return ring;
  }

  private solid(shape: BufferGeometry, color: string): Mesh {
    const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true });
    const mesh = new Mesh(shape, material);
    mesh.renderOrder = 10;
    this.own.push(shape, material);
    this.notes.add(mesh);
    return mesh;
  }

  private line(points: Vector3[], color: string, closed: boolean): Line {
    const shape = new BufferGeometry().setFromPoints(points);
    const material = new LineBasicMaterial({ color, depthTest: false, transparent: true });
    const line = closed ? new LineLoop(shape, material) : new Line(shape, material);
    line.renderOrder = 11;
    this.own.push(shape, material);
    this.notes.add(line);
    return line;
  }
}

function flat(points: readonly Point[], height: number): Vector3[] {
  return points.map(([x, y]) => new Vector3(x * CM, height, -y * CM));
}
