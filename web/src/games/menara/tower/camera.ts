/** Orbit camera of the temple: drag to orbit, wheel or pinch to zoom, keys for preset views; never moves unprompted. */
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { anglesOf, type Look } from "./views";

const MOVE = 320;
/** Zoom factor of a double tap. */
const CLOSER = 2.2;
/** Pixels covered by the stability indicator at the upper edge of a narrow canvas. */
const HEAD = 60;
const NARROW = 640;
/** Margin in cm around the temple. */
const EDGE = 3;

/** Return the direction to a viewer at that azimuth and elevation, in degrees. */
function wayOf(turn: number, rise: number): Vector3 {
  const [around, up] = [(turn * Math.PI) / 180, (rise * Math.PI) / 180];
  return new Vector3(Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up));
}

export class Viewer {
  readonly camera = new PerspectiveCamera(34, 1, 0.5, 400);
  readonly controls: OrbitControls;
  /** True after the user moved the camera: it then no longer follows the growing temple. */
  moved = false;
  /** True while this class, not the user, moves the camera. */
  private going = false;
  /** Camera position at the start of a drag; null for the wheel. */
  private touched: Vector3 | null = null;
  private readonly ended = new AbortController();
  private look: Look = "whole";
  /** Fraction of the canvas height that is not covered. */
  private open = 1;
  /** Fraction of the canvas width that is not covered. */
  private wide = 1;
  private readonly middle = new Vector3(0, 2, 0);
  private radius = 16;
  private height = 5;
  /** Camera position relative to its target when circling began; null if not circling. */
  private circling: Vector3 | null = null;
  private running: { from: Vector3; to: Vector3; aimFrom: Vector3; aimTo: Vector3; begun: number } | null =
    null;

  constructor(
    element: HTMLElement,
    private readonly invalidate: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.minDistance = 8;
    this.controls.maxDistance = 190;
    this.controls.zoomToCursor = true;
    const laid = (): void => {
      this.touched = this.camera.position.clone();
    };
    const wheeled = (): void => {
      this.touched = null;
    };
    element.addEventListener("pointerdown", laid, { capture: true, signal: this.ended.signal });
    element.addEventListener("wheel", wheeled, { capture: true, passive: true, signal: this.ended.signal });
    // Dragging cancels the circling.
    this.controls.addEventListener("start", () => (this.circling = null));
    this.controls.addEventListener("change", () => {
      if (!this.going) {
        this.moved ||= !this.touched || this.far(this.touched);
        this.running = null;
      }
      invalidate();
    });
  }

  /** Return whether a drag is long enough to orbit, unlike the tremble of a finger that chooses. */
  private far(from: Vector3): boolean {
    return this.camera.position.distanceTo(from) > 0.04 * this.controls.getDistance();
  }

  /** Fit the temple's centre, radius and height, in cm. */
  fit(x: number, z: number, radius: number, height: number, still: boolean): void {
    const grown =
      Math.abs(height - this.height) > 0.5 ||
      Math.abs(radius - this.radius) > 0.5 ||
      Math.abs(x - this.middle.x) > 0.5;
    const seen = this.moved && this.inSight();
    this.middle.set(x, 0, z);
    this.radius = radius;
    this.height = height;
    if (!grown) return;
    if (!this.moved) this.go(this.look, still);
    else if (seen && !this.inSight()) this.stepBack(still);
  }

  /** Set the canvas size in pixels; `foot` and `aside` are covered at the lower and right edge. */
  resize(width: number, height: number, foot: number, aside: number, still: boolean): void {
    this.camera.aspect = width / Math.max(1, height);
    const head = width < NARROW ? HEAD : 0;
    this.open = Math.max(0.5, (height - foot - head) / Math.max(1, height));
    this.wide = Math.max(0.5, (width - aside) / Math.max(1, width));
    this.camera.setViewOffset(width, height, aside / 2, (foot - head) / 2, width, height);
    if (!this.moved) this.go(this.look, still);
  }

  /** Return to the preset view selected last. */
  whole(still: boolean): void {
    this.go(this.look, still);
  }

  go(look: Look, still: boolean): void {
    this.look = look;
    this.moved = false;
    const angles = anglesOf(look, this.height, this.radius, (...at) => this.nearest(wayOf(...at)).distance);
    this.stand(wayOf(...angles), still);
  }

  /** Zoom in on a point in normalized device coordinates, which stays in place. */
  closer(x: number, y: number, still: boolean): void {
    this.moved = true;
    const { position } = this.camera;
    const { target } = this.controls;
    const way = new Vector3(x, y, 0.5).unproject(this.camera).sub(position).normalize();
    const ahead = target.clone().sub(position);
    const meant = position.clone().addScaledVector(way, ahead.lengthSq() / way.dot(ahead));
    const part = 1 - 1 / CLOSER;
    this.walk(position.clone().lerp(meant, part), target.clone().lerp(meant, part), still);
  }

  /** Move back in the same direction until the whole temple is visible. */
  private stepBack(still: boolean): void {
    const way = this.camera.position.clone().sub(this.controls.target).normalize();
    this.stand(way, still);
  }

  /** Return whether the whole temple is visible. */
  private inSight(): boolean {
    this.camera.updateMatrixWorld();
    return [0, this.height].every((y) =>
      [0, 1, 2, 3].every((quarter) => {
        const angle = (quarter * Math.PI) / 2;
        const edge = new Vector3(Math.sin(angle), 0, Math.cos(angle)).multiplyScalar(this.radius);
        const at = edge.add(this.middle).setY(y).project(this.camera);
        return at.x >= -1.02 && at.x <= 2 * this.wide - 0.98 && Math.abs(at.y) <= 1.02;
      }),
    );
  }

  /** Look from that direction, as close as possible. */
  private stand(way: Vector3, still: boolean): void {
    const { over, distance } = this.nearest(way);
    const aim = this.middle.clone().setY(over);
    this.walk(aim.clone().addScaledVector(way, distance), aim, still);
  }

  /** Return the target above the temple's centre that allows the closest view from that direction, and its distance. */
  private nearest(way: Vector3): { over: number; distance: number } {
    const choices = Array.from({ length: 17 }, (_, i) => (i / 16) * this.height);
    const near = choices.map((over) => ({ over, distance: this.distance(way, over) }));
    return near.reduce((best, one) => (one.distance < best.distance ? one : best));
  }

  /** Move the camera to a position and point it at a target. */
  private walk(to: Vector3, aim: Vector3, still: boolean): void {
    if (still) {
      this.running = null;
      this.camera.position.copy(to);
      this.controls.target.copy(aim);
      this.settle();
    } else {
      this.running = {
        from: this.camera.position.clone(),
        to,
        aimFrom: this.controls.target.clone(),
        aimTo: aim,
        begun: performance.now(),
      };
    }
    this.invalidate();
  }

  /** Circle the temple: `part` runs from 0 to 1. */
  circle(part: number): void {
    const { position } = this.camera;
    const { target } = this.controls;
    if (part === 0) this.circling = position.clone().sub(target);
    if (!this.circling) return;
    const way = this.circling.clone().applyAxisAngle(new Vector3(0, 1, 0), 2 * Math.PI * part);
    position.copy(target).add(way);
    this.settle();
    if (part >= 1) this.circling = null;
  }

  /** Advance the movement; return true while it is unfinished. */
  step(now: number): boolean {
    const run = this.running;
    if (!run) return false;
    const part = Math.min(1, (now - run.begun) / MOVE);
    const eased = 1 - (1 - part) ** 3;
    this.camera.position.lerpVectors(run.from, run.to, eased);
    this.controls.target.lerpVectors(run.aimFrom, run.aimTo, eased);
    this.settle();
    if (part >= 1) this.running = null;
    return part < 1;
  }

  private settle(): void {
    this.going = true;
    this.controls.update();
    this.going = false;
  }

  /** Return the distance from a target above the centre, in that direction, at which the whole temple is visible. */
  private distance(way: Vector3, over: number): number {
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const [tall, wide] = [half * this.open, half * this.camera.aspect * this.wide];
    const right = new Vector3(way.z, 0, -way.x).normalize();
    const up = way.clone().cross(right);
    const radius = this.radius + EDGE;
    const needed = [-EDGE / 3, this.height + EDGE].flatMap((y) =>
      Array.from({ length: 16 }, (_, i) => {
        const angle = (i * Math.PI) / 8;
        const point = new Vector3(Math.sin(angle) * radius, y - over, Math.cos(angle) * radius);
        const across = Math.max(Math.abs(point.dot(right)) / wide, Math.abs(point.dot(up)) / tall);
        return across + point.dot(way);
      }),
    );
    return Math.max(...needed);
  }

  dispose(): void {
    this.ended.abort();
    this.controls.dispose();
  }
}
