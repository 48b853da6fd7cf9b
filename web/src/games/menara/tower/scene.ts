/** 3-D scene of the temple. It places and animates the pieces of a view and renders only when something changed. */
import {
  ACESFilmicToneMapping,
  Color,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PCFShadowMap,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { BaseHighlight } from "../board/baseHighlights";
import type { FallenPiece } from "../board/fallenPieces.svelte";
import { baseKey, boxOf, footOf, headsOf, pieceOf, placedOutline } from "../board/shapes";
import { drawsInSoftware } from "../board/webgl";
import {
  EDGE,
  type Noise,
  noisesOf,
  type RestingPose,
  type Run,
  type ShownMotion,
} from "../hand/motionReplay";
import type { GhostState, Lowering } from "../hand/placing";
import type { NamedBase } from "../text/logPlaces";
import type { BaseId, Colour, Floor, Gallery, Point, Side, View } from "../wire";
import { Viewer } from "./camera";
import { Columns, type Placed } from "./columns";
import { Dust } from "./dust";
import { Forces } from "./forces";
import { HeldFloor } from "./heldFloor";
import { Lamplight } from "./lights";
import { Marks } from "./marks";
import { CM, Pieces } from "./pieces";
import type { Look } from "./views";

interface Body {
  /** For a column an empty group with its position: `Columns` draws all columns. */
  group: Group;
  /** Colour of a column; null for a floor. */
  colour: Colour | null;
  kind: string;
  level: number;
  to: Vector3;
  turn: number;
}

interface Travel {
  body: Body;
  from: Vector3;
  begun: number;
}

const TRAVEL = 240;
const SEVEN = 7;

export class TowerScene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly viewer: Viewer;
  private readonly lamps: Lamplight;
  private readonly pieces: Pieces;
  private readonly columns: Columns;
  private readonly marks: Marks;
  private readonly held: HeldFloor;
  private readonly dust: Dust;
  private readonly forces: Forces;
  private readonly bodies = new Map<string, Body>();
  private readonly veil = new MeshBasicMaterial({
    color: new Color("#ffdca0"),
    transparent: true,
    opacity: 0.07,
    depthWrite: false,
  });
  /** The column being lowered by hand. */
  private inHand: { colour: Colour; group: Group } | null = null;
  private travels: Travel[] = [];
  private frame = 0;
  private view: View | null = null;
  private lying: ReadonlyMap<string, FallenPiece> = new Map();
  private peel: number | null = null;
  private apart = 0;
  private playing: { shown: ShownMotion; noises: Noise[]; begun: number; done(): void } | null = null;
  private readonly period: number;
  /** Maximum device pixel ratio. */
  private readonly finest: number;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly components: Gallery,
    private readonly still: () => boolean,
    private readonly drawn: () => void,
    private readonly hear: (noise: Noise) => void,
  ) {
    const frugal = drawsInSoftware();
    this.finest = frugal ? 1 : 2;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.12;
    this.pieces = new Pieces(components);
    this.period = this.pieces.height + this.pieces.thickness;
    this.lamps = new Lamplight(this.scene, frugal);
    this.columns = new Columns(this.scene, this.pieces, this.veil);
    this.marks = new Marks(this.pieces.height);
    this.held = new HeldFloor(this.pieces);
    this.dust = new Dust();
    this.forces = new Forces(this.pieces.height, this.pieces.radius);
    this.scene.add(this.marks.group, this.held.group, this.dust.points, this.forces.group);
    this.viewer = new Viewer(canvas, () => this.invalidate());
  }

  /** Place every standing piece of the view, and fallen pieces where they came to rest. */
  show(view: View, lying: ReadonlyMap<string, FallenPiece>): void {
    const first = this.view === null;
    this.view = view;
    this.lying = lying;
    if (this.playing) return;
    const seen = new Set<string>();
    for (const floor of view.floors) {
      this.place(
        floor.floor,
        `${floor.side}`,
        floor.level,
        this.floorSpot(floor),
        floor.rotation,
        seen,
        first,
      );
      floor.bases.forEach((base, number) => {
        if (base.column !== "standing" && base.column !== "moved") return;
        const spot = this.spot(footOf(base), this.rise(floor.level));
        this.place(baseKey([floor.floor, number]), base.colour, floor.level, spot, 0, seen, first);
      });
    }
    for (const [code, { kind, pose }] of lying) {
      seen.add(code);
      const body = this.bodies.get(code) ?? this.make(code, kind, 0, new Vector3(), 0);
      this.travels = this.travels.filter((one) => one.body !== body);
      this.lay(code, body, pose);
      body.to = body.group.position.clone();
      body.level = 0;
    }
    for (const [code, body] of this.bodies) {
      if (seen.has(code)) continue;
      this.scene.remove(body.group);
      this.bodies.delete(code);
    }
    this.veilAbove();
    this.frameTemple(first);
    this.changed();
  }

  mark(lit: readonly BaseHighlight[], hovered: BaseId | null, told: readonly NamedBase[]): void {
    const seen = ({ level }: { level: number }): boolean => this.peel === null || level <= this.peel;
    this.marks.show(lit.filter(seen), hovered, told.filter(seen), (level) => this.rise(level));
    this.invalidate();
  }

  hold(ghost: GhostState | null): void {
    const heads =
      ghost && this.view && ghost.level > 0
        ? headsOf(this.view, ghost.level - 1).map(({ id, at }) => ({ code: baseKey(id), at }))
        : [];
    this.held.show(ghost, heads, ghost ? this.bottom(ghost.level) : 0);
    this.frameTemple(false, ghost);
    this.changed();
  }

  /** Show the piece that is being lowered by hand at its current height. */
  lower(piece: Lowering | null): void {
    this.held.raise(piece && !piece.base ? piece : null);
    const base = piece?.base ?? null;
    if (this.inHand?.colour !== base?.colour) this.inHand = null;
    if (piece && base) {
      this.inHand ??= { colour: base.colour, group: new Group() };
      const at = this.spot([base.at[0] + piece.off[0], base.at[1] + piece.off[1]], this.rise(base.level));
      this.inHand.group.position.copy(at).setY(at.y + piece.up * CM);
    }
    this.changed();
  }

  /** Make levels above `peel` translucent, and add `apart` millimetres between levels. */
  spread(peel: number | null, apart: number): void {
    if (peel === this.peel && apart === this.apart) return;
    this.peel = peel;
    this.apart = apart;
    if (this.view) this.show(this.view, this.lying);
    this.veilAbove();
    this.changed();
  }

  /** Show the forces on the pieces of a view; null hides them. */
  weigh(view: View | null): void {
    const heights = {
      under: (level: number) => this.bottom(level),
      upper: (level: number) => this.rise(level),
      above: (mm: number) => this.rise(0) + mm * CM * (1 + (this.apart * CM) / this.period),
    };
    this.forces.show(view ?? this.view, view?.balance ?? null, heights, this.peel);
    this.invalidate();
  }

  look(look: Look): void {
    this.viewer.go(look, this.still());
  }

  /** Zoom in on a point in normalized device coordinates, or reset the camera if it has been moved. */
  closer(x: number, y: number): void {
    if (this.viewer.moved) this.viewer.whole(this.still());
    else this.viewer.closer(x, y, this.still());
  }

  /** True if the camera has been orbited or zoomed. */
  get walked(): boolean {
    return this.viewer.moved;
  }

  resize(width: number, height: number, foot: number, aside: number): void {
    this.renderer.setPixelRatio(Math.min(this.finest, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.viewer.resize(width, height, foot, aside, true);
    this.invalidate();
  }

  /** Return the base at a point in normalized device coordinates. */
  pick(x: number, y: number): BaseId | null {
    const [hit] = this.ray(x, y).intersectObjects(this.marks.touchable, false);
    return (hit?.object.userData.id as BaseId | undefined) ?? null;
  }

  /** Return the base nearest to a point, at most `reach` pixels away. */
  nearest(x: number, y: number, reach: number): BaseId | null {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    let [found, least]: [BaseId | null, number] = [null, reach];
    for (const mark of this.marks.touchable) {
      const at = mark.getWorldPosition(new Vector3()).project(this.viewer.camera);
      const far = Math.hypot(((at.x - x) * clientWidth) / 2, ((at.y - y) * clientHeight) / 2);
      if (far < least) [found, least] = [mark.userData.id as BaseId, far];
    }
    return found;
  }

  holds(x: number, y: number): boolean {
    return (
      this.held.grip !== null &&
      this.held.group.visible &&
      this.ray(x, y).intersectObject(this.held.grip, true).length > 0
    );
  }

  /** Project a point of the canvas onto the plane of a level's floors. */
  under(x: number, y: number, level: number): Point | null {
    const hit = this.ray(x, y).ray.intersectPlane(
      new Plane(new Vector3(0, 1, 0), -this.bottom(level)),
      new Vector3(),
    );
    return hit ? [hit.x / CM, -hit.z / CM] : null;
  }

  /** Project a point of the temple to the canvas; both coordinates range from 0 to 1. */
  project([x, y]: Point, level: number): Point {
    const at = this.spot([x, y], this.rise(level) + 0.4).project(this.viewer.camera);
    return [(at.x + 1) / 2, (1 - at.y) / 2];
  }

  set walking(on: boolean) {
    this.viewer.controls.enabled = on;
  }

  set zooming(on: boolean) {
    this.viewer.controls.enableZoom = on;
  }

  /** Play recorded motion. With reduced motion, skip to the end. */
  play(shown: ShownMotion, done: () => void): void {
    if (this.still() || !this.view) {
      done();
      return;
    }
    for (const floor of shown.before.floors) this.revive(floor);
    for (const run of shown.runs)
      for (const code of run.bodies.keys())
        if (!this.bodies.has(code))
          this.make(code, this.kindOf(code, shown.sides), 0, new Vector3(0, -50, 0), 0);
    this.travels = [];
    this.playing = { shown, noises: noisesOf(shown.runs), begun: performance.now(), done };
    if (shown.around) this.viewer.circle(0);
    this.invalidate();
  }

  /** Stop playback; the next call of `show` places the pieces where they ended. */
  stop(): void {
    this.playing = null;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.viewer.dispose();
    this.columns.dispose();
    this.pieces.dispose();
    this.marks.dispose();
    this.dust.dispose();
    this.forces.dispose();
    this.veil.dispose();
    this.renderer.dispose();
  }

  // ------------------------------------------------------------ positions

  private bottom(level: number): number {
    return level * (this.period + this.apart * CM);
  }

  /** Height of the top surface of a level's floors. */
  private rise(level: number): number {
    return this.bottom(level) + this.pieces.thickness;
  }

  private spot([x, y]: Point, height: number): Vector3 {
    return new Vector3(x * CM, height, -y * CM);
  }

  private floorSpot(floor: Floor): Vector3 {
    return this.spot([floor.x, floor.y], this.bottom(floor.level));
  }

  private place(
    code: string,
    kind: string,
    level: number,
    to: Vector3,
    rotation: number,
    seen: Set<string>,
    still: boolean,
  ): void {
    seen.add(code);
    const turn = (rotation * Math.PI) / 180;
    const there = this.bodies.get(code);
    if (there && there.kind === kind) {
      const moved = there.to.distanceTo(to) > 1e-4;
      there.level = level;
      there.to = to;
      there.turn = turn;
      there.group.rotation.set(0, turn, 0);
      there.group.visible = true;
      if (moved) this.travel(there, there.group.position.clone(), still || this.apartChanging());
      else there.group.position.copy(to);
      return;
    }
    if (there) this.scene.remove(there.group);
    const body = this.make(code, kind, level, to, turn);
    this.travel(body, to.clone().add(new Vector3(0, 1.6, 0)), still);
  }

  /** Return true if levels are spread apart. Pieces then follow the slider without animation. */
  private apartChanging(): boolean {
    return this.apart > 0;
  }

  private make(code: string, kind: string, level: number, to: Vector3, turn: number): Body {
    const colour = code.includes(".") ? (kind as Colour) : null;
    const group = colour ? new Group() : this.pieces.floor(code, kind as Side);
    group.rotation.y = turn;
    group.position.copy(to);
    group.traverse((part) => {
      if (part instanceof Mesh) part.userData.own = part.material;
    });
    const body = { group, colour, kind, level, to, turn };
    this.bodies.set(code, body);
    this.scene.add(group);
    return body;
  }

  private travel(body: Body, from: Vector3, still: boolean): void {
    this.travels = this.travels.filter((one) => one.body !== body);
    if (still || this.still()) body.group.position.copy(body.to);
    else this.travels.push({ body, from, begun: performance.now() });
  }

  private veilAbove(): void {
    for (const body of this.bodies.values()) {
      const veiled = this.peel !== null && body.level > this.peel;
      body.group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        part.material = veiled ? this.veil : (part.userData.own as Material);
        part.castShadow = !veiled && part === body.group.children[0];
      });
    }
  }

  /** Fit lamps, shadows and camera to the whole temple. */
  private frameTemple(first: boolean, ghost: GhostState | null = null): void {
    if (!this.view) return;
    const points = this.view.floors.flatMap((floor) =>
      placedOutline(this.components, floor.floor, floor.side, floor),
    );
    if (ghost) points.push(...placedOutline(this.components, ghost.floor, ghost.side, ghost.pose));
    const box = boxOf(
      points.length > 0
        ? points
        : [
            [-80, -80],
            [80, 80],
          ],
    );
    const [x, y] = [(box.left + box.right) / 2, (box.near + box.far) / 2];
    const radius = Math.max(13, (Math.max(box.right - box.left, box.far - box.near) / 2) * CM);
    const top = Math.max(...this.view.floors.map((floor) => floor.level), ghost?.level ?? 0, 0);
    const bare = !this.view.floors.some(
      (floor) => floor.level === top && floor.bases.some((base) => base.column !== "none"),
    );
    const height = this.rise(top) + (bare ? 0.6 : this.pieces.height);
    this.lamps.fit(x * CM, -y * CM, radius, height);
    this.viewer.fit(x * CM, -y * CM, radius, height, first || this.still());
  }

  private ray(x: number, y: number): Raycaster {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.viewer.camera);
    return caster;
  }

  // ------------------------------------------------------------ drawing

  private changed(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  private invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  private draw(now: number): void {
    this.frame = 0;
    const walking = this.viewer.step(now);
    const moving = this.moveOn(now);
    const falling = this.playOn(now);
    this.forces.face(this.viewer.camera);
    const dusty = this.dust.step(now);
    if (moving || falling) this.renderer.shadowMap.needsUpdate = true;
    this.columns.show(this.standing());
    if (!this.still()) this.lamps.sway(now);
    this.paint();
    this.drawn();
    if (walking || moving || falling || dusty) this.invalidate();
  }

  /** Render now, for a screenshot: browsers discard the previous frame. */
  paint(): void {
    this.renderer.render(this.scene, this.viewer.camera);
  }

  private standing(): Placed[] {
    const placed = [...this.bodies.values()].flatMap(({ group, colour, level }) =>
      colour ? [{ at: group, colour, veiled: this.peel !== null && level > this.peel }] : [],
    );
    const { inHand } = this;
    return inHand ? [...placed, { at: inHand.group, colour: inHand.colour, veiled: false }] : placed;
  }

  private moveOn(now: number): boolean {
    const going = this.travels;
    for (const { body, from, begun } of going) {
      const part = Math.min(1, Math.max(0, (now - begun) / TRAVEL));
      body.group.position.lerpVectors(from, body.to, 1 - (1 - part) ** 3);
    }
    this.travels = going.filter(({ begun }) => now - begun < TRAVEL);
    return going.length > 0;
  }

  // ------------------------------------------------------------ recorded motion

  /** Recreate a piece from the recording that no longer exists in the view. */
  private revive(floor: Floor): void {
    const bring = (code: string, kind: string, to: Vector3, turn: number): void => {
      const body = this.bodies.get(code) ?? this.make(code, kind, floor.level, to, turn);
      body.group.position.copy(to);
    };
    bring(floor.floor, floor.side, this.floorSpot(floor), (floor.rotation * Math.PI) / 180);
    floor.bases.forEach((base, number) => {
      if (base.column === "none") return;
      bring(baseKey([floor.floor, number]), base.colour, this.spot(footOf(base), this.rise(floor.level)), 0);
    });
  }

  private playOn(now: number): boolean {
    const playing = this.playing;
    if (!playing) return false;
    const { runs, pace, around } = playing.shown;
    let seconds = Math.max(0, (pace * (now - playing.begun)) / 1000);
    const length = runs.reduce((sum, run) => sum + run.step * (run.frames - 1), 0);
    if (around && seconds > 0) this.viewer.circle(Math.min(1, seconds / length));
    while (playing.noises[0] && playing.noises[0].at <= seconds) this.hear(playing.noises.shift() as Noise);
    for (const run of runs) {
      const lasts = run.step * (run.frames - 1);
      if (seconds < lasts) {
        this.poseAt(run, seconds / run.step, pace);
        return true;
      }
      this.poseAt(run, run.frames - 1, pace);
      seconds -= lasts;
    }
    this.playing = null;
    playing.done();
    return false;
  }

  private poseAt(run: Run, at: number, pace: number): void {
    const low = Math.min(run.frames - 1, Math.floor(at));
    const high = Math.min(run.frames - 1, low + 1);
    for (const [code, path] of run.bodies) {
      const body = this.bodies.get(code);
      if (!body) continue;
      const lie = Array.from({ length: SEVEN }, (_, index) => {
        const [a, b] = [path[low * SEVEN + index] ?? 0, path[high * SEVEN + index] ?? 0];
        return a + (b - a) * (at - low);
      });
      const before = body.group.position.y;
      this.lay(code, body, lie);
      if (before - body.group.position.y > 0.25 * pace && body.group.position.y < 1.2)
        this.dust.puff(body.group.position);
    }
  }

  /** Move a mesh to the centre and rotation that the physics engine recorded. */
  private lay(
    code: string,
    body: Body,
    [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0]: RestingPose,
  ): void {
    const turn = new Quaternion(i, k, -j, w).normalize();
    const half = (code.includes(".") ? this.pieces.height : this.pieces.thickness) / 2;
    const foot = new Vector3(0, -half, 0).applyQuaternion(turn);
    body.group.position.set(x * CM, z * CM, -y * CM).add(foot);
    body.group.quaternion.copy(turn);
    body.group.visible = Math.hypot(x, y) < EDGE;
  }

  private kindOf(code: string, sides: ReadonlyMap<string, Side>): Colour | Side {
    const [floor = "", base] = code.split(".");
    const side = sides.get(floor) ?? "light";
    return base === undefined
      ? side
      : (pieceOf(this.components, floor).bases[side][Number(base)]?.colour ?? "yellow");
  }
}
