/** 3-D scene of the temple. It places and animates the pieces of a view and renders only when something changed. */
import {
  ACESFilmicToneMapping,
  Color,
  Group,
  MeshBasicMaterial,
  PCFShadowMap,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { BaseHighlight } from "../board/baseHighlights";
import type { FallenPiece } from "../board/fallenPieces.svelte";
import { baseKey, boxOf, footOf, headsOf, pieceOf, placedOutline } from "../board/shapes";
import type { Noise, ShownMotion } from "../hand/motionReplay";
import type { GhostState, Lowering } from "../hand/placing";
import { drawsInSoftware } from "../stage/webgl";
import type { NamedBase } from "../text/logPlaces";
import type { BaseId, Colour, Floor, Gallery, Point, Side, View } from "../wire";
import { Bodies, type Standing } from "./bodies";
import { Viewer } from "./camera";
import { Columns, type Placed } from "./columns";
import { Dust } from "./dust";
import { Forces } from "./forces";
import { HeldFloor } from "./heldFloor";
import { Lamplight } from "./lights";
import { Marks } from "./marks";
import { CM, Pieces } from "./pieces";
import { Playback } from "./playback";
import type { Look } from "./views";

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
  private readonly bodies: Bodies;
  private readonly playback: Playback;
  private readonly veil = new MeshBasicMaterial({
    color: new Color("#ffdca0"),
    transparent: true,
    opacity: 0.07,
    depthWrite: false,
  });
  /** The column being lowered by hand. */
  private inHand: { colour: Colour; group: Group } | null = null;
  private frame = 0;
  private view: View | null = null;
  private lying: ReadonlyMap<string, FallenPiece> = new Map();
  private peel: number | null = null;
  private apart = 0;
  private readonly period: number;
  /** Maximum device pixel ratio. */
  private readonly finest: number;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly components: Gallery,
    private readonly still: () => boolean,
    private readonly drawn: () => void,
    hear: (noise: Noise) => void,
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
    this.bodies = new Bodies(this.scene, this.pieces, this.veil, still);
    this.marks = new Marks(this.pieces.height);
    this.held = new HeldFloor(this.pieces);
    this.dust = new Dust();
    this.forces = new Forces(this.pieces.height, this.pieces.radius);
    this.scene.add(this.marks.group, this.held.group, this.dust.points, this.forces.group);
    this.viewer = new Viewer(canvas, () => this.invalidate());
    this.playback = new Playback(this.bodies, this.dust, this.viewer, hear);
  }

  /** Place every standing piece of the view, and fallen pieces where they came to rest. */
  show(view: View, lying: ReadonlyMap<string, FallenPiece>): void {
    const first = this.view === null;
    this.view = view;
    this.lying = lying;
    if (this.playback.running) return;
    const seen = new Set<string>();
    for (const standing of this.standing(
      view.floors,
      ({ column }) => column === "standing" || column === "moved",
    )) {
      seen.add(standing.code);
      this.bodies.place(standing, first, this.apart > 0); // Spread pieces follow the slider without animation.
    }
    for (const [code, { kind, pose }] of lying) {
      seen.add(code);
      this.bodies.placeFallen(code, kind, pose);
    }
    this.bodies.keep(seen);
    this.bodies.veilAbove(this.peel);
    this.frameTemple(first);
    this.changed();
  }

  mark(lit: readonly BaseHighlight[], hovered: BaseId | null, mentioned: readonly NamedBase[]): void {
    const seen = ({ level }: { level: number }): boolean => this.peel === null || level <= this.peel;
    this.marks.show(lit.filter(seen), hovered, mentioned.filter(seen), (level) => this.rise(level));
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
    this.bodies.veilAbove(this.peel);
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
    for (const standing of this.standing(shown.before.floors, ({ column }) => column !== "none"))
      (this.bodies.get(standing.code) ?? this.bodies.make(standing)).group.position.copy(standing.to);
    for (const run of shown.runs)
      for (const code of run.bodies.keys())
        if (!this.bodies.has(code))
          this.bodies.make({
            code,
            kind: this.kindOf(code, shown.sides),
            level: 0,
            to: new Vector3(0, -50, 0),
            turn: 0,
          });
    this.bodies.halt();
    this.playback.start(shown, done);
    this.invalidate();
  }

  /** Stop playback; the next call of `show` places the pieces where they ended. */
  stop(): void {
    this.playback.stop();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.viewer.dispose();
    this.columns.dispose();
    this.pieces.dispose();
    this.marks.dispose();
    this.held.dispose();
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

  /** Return the floors, and the columns on bases that satisfy `isThere`, in the order of building. */
  private standing(floors: readonly Floor[], isThere: (base: Floor["bases"][number]) => boolean): Standing[] {
    return floors.flatMap((floor) => [
      {
        code: floor.floor,
        kind: floor.side,
        level: floor.level,
        to: this.spot([floor.x, floor.y], this.bottom(floor.level)),
        turn: (floor.rotation * Math.PI) / 180,
      },
      ...floor.bases.flatMap((base, number) =>
        isThere(base)
          ? [
              {
                code: baseKey([floor.floor, number]),
                kind: base.colour,
                level: floor.level,
                to: this.spot(footOf(base), this.rise(floor.level)),
                turn: 0,
              },
            ]
          : [],
      ),
    ]);
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
    const moving = this.bodies.step(now);
    const falling = this.playback.step(now);
    this.forces.face(this.viewer.camera);
    const dusty = this.dust.step(now);
    if (moving || falling) this.renderer.shadowMap.needsUpdate = true;
    this.columns.show(this.placedColumns());
    if (!this.still()) this.lamps.sway(now);
    this.paint();
    this.drawn();
    if (walking || moving || falling || dusty) this.invalidate();
  }

  /** Render now, for a screenshot: browsers discard the previous frame. */
  paint(): void {
    this.renderer.render(this.scene, this.viewer.camera);
  }

  private placedColumns(): Placed[] {
    const { inHand } = this;
    const placed = this.bodies.columns();
    return inHand ? [...placed, { at: inHand.group, colour: inHand.colour, veiled: false }] : placed;
  }

  private kindOf(code: string, sides: ReadonlyMap<string, Side>): Colour | Side {
    const [floor = "", base] = code.split(".");
    const side = sides.get(floor) ?? "light";
    return base === undefined
      ? side
      : (pieceOf(this.components, floor).bases[side][Number(base)]?.colour ?? "yellow");
  }
}
