/** Meshes of the floors and columns of the temple: their positions, movements and translucency. */
import { Group, type Material, Mesh, Quaternion, type Scene, Vector3 } from "three";
import { EDGE, type RestingPose } from "../hand/motionReplay";
import type { Colour, Side } from "../wire";
import type { Placed } from "./columns";
import { CM, type Pieces } from "./pieces";

/** A standing piece: its code ("F01" or "F01.2"), its colour or upper side, and its place. */
export interface Standing {
  code: string;
  kind: Colour | Side;
  level: number;
  to: Vector3;
  /** Rotation, in radians. */
  turn: number;
}

export interface Body extends Standing {
  /** For a column an empty group with its position: `Columns` draws all columns. */
  group: Group;
  /** Colour of a column; null for a floor. */
  colour: Colour | null;
}

interface Travel {
  body: Body;
  from: Vector3;
  begun: number;
}

const TRAVEL = 240;

export class Bodies {
  private readonly byCode = new Map<string, Body>();
  private travels: Travel[] = [];
  /** Levels above this one are translucent; null for none. */
  private peel: number | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly pieces: Pieces,
    private readonly veil: Material,
    private readonly still: () => boolean,
  ) {}

  has(code: string): boolean {
    return this.byCode.has(code);
  }

  get(code: string): Body | undefined {
    return this.byCode.get(code);
  }

  /**
   * Place a standing piece. A new piece is lowered from above unless `still`; others move to their place unless
   * `follow`.
   */
  place(standing: Standing, still: boolean, follow: boolean): void {
    const { code, kind, level, to, turn } = standing;
    const there = this.byCode.get(code);
    if (there && there.kind === kind) {
      const moved = there.to.distanceTo(to) > 1e-4;
      there.level = level;
      there.to = to;
      there.turn = turn;
      there.group.rotation.set(0, turn, 0);
      there.group.visible = true;
      if (moved) this.travel(there, there.group.position.clone(), still || follow);
      else there.group.position.copy(to);
      return;
    }
    if (there) this.scene.remove(there.group);
    const body = this.make(standing);
    this.travel(body, to.clone().add(new Vector3(0, 1.6, 0)), still);
  }

  /** Place a fallen piece where it came to rest. */
  placeFallen(code: string, kind: Colour | Side, pose: RestingPose): void {
    const body = this.byCode.get(code) ?? this.make({ code, kind, level: 0, to: new Vector3(), turn: 0 });
    this.travels = this.travels.filter((one) => one.body !== body);
    this.lay(body, pose);
    body.to = body.group.position.clone();
    body.level = 0;
  }

  /** Remove all pieces except these. */
  keep(codes: ReadonlySet<string>): void {
    for (const [code, body] of this.byCode) {
      if (codes.has(code)) continue;
      this.scene.remove(body.group);
      this.byCode.delete(code);
    }
  }

  make(standing: Standing): Body {
    const { code, kind, to, turn } = standing;
    const colour = code.includes(".") ? (kind as Colour) : null;
    const group = colour ? new Group() : this.pieces.floor(code, kind as Side);
    group.rotation.y = turn;
    group.position.copy(to);
    group.traverse((part) => {
      if (part instanceof Mesh) part.userData.own = part.material;
    });
    const body = { ...standing, group, colour };
    this.byCode.set(code, body);
    this.scene.add(group);
    return body;
  }

  /** Move a piece to the centre and rotation that the physics engine recorded. */
  lay(body: Body, [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0]: RestingPose): void {
    const turn = new Quaternion(i, k, -j, w).normalize();
    const half = (body.code.includes(".") ? this.pieces.height : this.pieces.thickness) / 2;
    const foot = new Vector3(0, -half, 0).applyQuaternion(turn);
    body.group.position.set(x * CM, z * CM, -y * CM).add(foot);
    body.group.quaternion.copy(turn);
    body.group.visible = Math.hypot(x, y) < EDGE;
  }

  /** Make levels above `peel` translucent. */
  veilAbove(peel: number | null): void {
    this.peel = peel;
    for (const body of this.byCode.values()) {
      const veiled = this.isVeiled(body);
      body.group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        part.material = veiled ? this.veil : (part.userData.own as Material);
        part.castShadow = !veiled && part === body.group.children[0];
      });
    }
  }

  /** Return the positions of all columns. */
  columns(): Placed[] {
    return [...this.byCode.values()].flatMap((body) =>
      body.colour ? [{ at: body.group, colour: body.colour, veiled: this.isVeiled(body) }] : [],
    );
  }

  /** Advance the movements; return true while there are any. */
  step(now: number): boolean {
    const going = this.travels;
    for (const { body, from, begun } of going) {
      const part = Math.min(1, Math.max(0, (now - begun) / TRAVEL));
      body.group.position.lerpVectors(from, body.to, 1 - (1 - part) ** 3);
    }
    this.travels = going.filter(({ begun }) => now - begun < TRAVEL);
    return going.length > 0;
  }

  /** Stop all movements where they are. */
  halt(): void {
    this.travels = [];
  }

  private isVeiled({ level }: Body): boolean {
    return this.peel !== null && level > this.peel;
  }

  private travel(body: Body, from: Vector3, still: boolean): void {
    this.travels = this.travels.filter((one) => one.body !== body);
    if (still || this.still()) body.group.position.copy(body.to);
    else this.travels.push({ body, from, begun: performance.now() });
  }
}
