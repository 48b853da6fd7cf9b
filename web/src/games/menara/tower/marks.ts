/** What is drawn over the temple: lit bases, the floor in hand with what it would rest on, and where to touch. */
import {
  AdditiveBlending,
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  type Texture,
  TorusGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Lit } from "../lit";
import { isDoubtful } from "../outlook";
import type { GhostState, Lowering } from "../placing";
import { sameBase } from "../shapes";
import type { BaseId, Point, Pose } from "../wire";
import { CM, GLOW, type Pieces } from "./pieces";
import { warning } from "./signs";
import { beamTexture } from "./textures";

const TONES = ["safe", "care", "risk", "blocked", "gold"] as const;

export class Marks {
  readonly group = new Group();
  /** What can be touched, with the base that it stands for. */
  touchable: Mesh[] = [];
  private readonly ring = new TorusGeometry(0.96, 0.13, 10, 40).rotateX(Math.PI / 2);
  private readonly thin = dashed(0.92, 0.05, 10);
  private readonly beam = new CylinderGeometry(0.86, 0.86, 2.6, 24, 1, true).translate(0, 1.3, 0);
  private readonly disc = new CylinderGeometry(1.15, 1.15, 0.8, 12);
  private readonly tall: BufferGeometry;
  private readonly glow: Record<(typeof TONES)[number], Material>;
  private readonly light: Record<(typeof TONES)[number], Material>;
  private readonly unseen = new MeshBasicMaterial({ visible: false });
  private readonly beamMap = beamTexture();
  private readonly signs = {
    risky: signOf(warning(GLOW.care, false)),
    falls: signOf(warning(GLOW.risk, true)),
  };

  constructor(private readonly height: number) {
    this.tall = new CylinderGeometry(0.8, 0.8, height, 10).translate(0, height / 2, 0);
    this.glow = byTone((tone) => new MeshBasicMaterial({ color: GLOW[tone] }));
    this.light = byTone(
      (tone) =>
        new MeshBasicMaterial({
          color: GLOW[tone],
          map: this.beamMap,
          transparent: true,
          opacity: 0.36,
          blending: AdditiveBlending,
          depthWrite: false,
          side: DoubleSide,
        }),
    );
  }

  /** `rise` gives the height of the floors' upper side at a level. */
  show(lit: readonly Lit[], hovered: BaseId | null, rise: (level: number) => number): void {
    this.group.clear();
    this.touchable = [];
    for (const one of lit) {
      const mark = new Group();
      const blocked = one.tone === "blocked";
      const hot = sameBase(one.id, hovered);
      const ring = new Mesh(blocked ? this.thin : this.ring, this.glow[one.tone]);
      ring.position.y = 0.07;
      if (hot) ring.scale.set(1.22, 1.6, 1.22);
      mark.add(ring);
      if (!blocked && one.kind !== "lift") {
        const beam = new Mesh(this.beam, this.light[one.advised || hot ? "gold" : one.tone]);
        if (hot) beam.scale.set(1.1, 1.7, 1.1);
        mark.add(beam);
      }
      if (isDoubtful(one.preview)) {
        const sign = new Sprite(this.signs[one.preview.outlook]);
        sign.scale.setScalar(1.3);
        sign.position.y = 1.1 + (one.kind === "lift" ? this.height : 0.6);
        sign.renderOrder = 13;
        mark.add(sign);
      }
      if (one.advised) {
        const outer = new Mesh(this.ring, this.glow.gold);
        outer.scale.setScalar(1.4);
        mark.add(outer);
      }
      const touch = new Mesh(one.kind === "lift" ? this.tall : this.disc, this.unseen);
      touch.userData.id = one.id;
      this.touchable.push(touch);
      mark.add(touch);
      mark.position.set(one.at[0] * CM, rise(one.level), -one.at[1] * CM);
      this.group.add(mark);
    }
  }

  dispose(): void {
    for (const shape of [this.ring, this.thin, this.beam, this.disc, this.tall]) shape.dispose();
    for (const tone of TONES) {
      this.glow[tone].dispose();
      this.light[tone].dispose();
    }
    this.unseen.dispose();
    this.beamMap.dispose();
    for (const sign of Object.values(this.signs)) {
      sign.map?.dispose();
      sign.dispose();
    }
  }
}

function signOf(map: Texture): SpriteMaterial {
  return new SpriteMaterial({ map, depthTest: false, depthWrite: false });
}

function byTone(make: (tone: (typeof TONES)[number]) => Material): Record<(typeof TONES)[number], Material> {
  return Object.fromEntries(TONES.map((tone) => [tone, make(tone)])) as Record<
    (typeof TONES)[number],
    Material
  >;
}

function dashed(radius: number, thick: number, parts: number): BufferGeometry {
  const arcs = Array.from({ length: parts }, (_, i) =>
    new TorusGeometry(radius, thick, 6, 6, (Math.PI / parts) * 1.2).rotateZ((i / parts) * 2 * Math.PI),
  );
  return mergeGeometries(arcs).rotateX(Math.PI / 2);
}

/** The floor in hand. */
export class HeldFloor {
  readonly group = new Group();
  /** The floor's own body, to take hold of. */
  grip: Object3D | null = null;
  private made = "";
  private floor: Group | null = null;
  private at: (Pose & { under: number }) | null = null;
  private by: Lowering | null = null;
  private readonly notes = new Group();
  private readonly own: { dispose(): void }[] = [];

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

  /** On its way down in a hand, or where it shall lie. */
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
    this.made = made;
    this.floor = this.pieces.floor(ghost.floor, ghost.side);
    this.floor.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const through = (part.material as MeshStandardMaterial).clone();
      through.transparent = true;
      through.opacity = 0.66;
      part.material = through;
    });
    this.grip = this.floor;
    this.group.add(this.floor);
  }

  private annotate(ghost: GhostState, heads: readonly { code: string; at: Point }[], under: number): void {
    for (const thing of this.own.splice(0)) thing.dispose();
    this.notes.clear();
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
