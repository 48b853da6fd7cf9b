/** The viewer's place: walks round by drag, comes closer by wheel or pinch, goes to views at a key; calm, never by itself. */
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export type Look = "front" | "side" | "top" | "peel" | "whole";

/** Turn about the temple and height over the table of each view, in degrees. */
const VIEWS: Record<Look, [number, number]> = {
  front: [0, 12],
  side: [90, 12],
  top: [0, 89],
  peel: [24, 48],
  whole: [26, 22],
};
const MOVE = 320;

export class Viewer {
  readonly camera = new PerspectiveCamera(34, 1, 0.5, 400);
  readonly controls: OrbitControls;
  /** Somebody walked round: what grows no longer moves the camera. */
  moved = false;
  private look: Look = "whole";
  private readonly middle = new Vector3(0, 2, 0);
  private radius = 16;
  private height = 5;
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
    this.controls.addEventListener("start", () => {
      this.moved = true;
      this.running = null;
    });
    this.controls.addEventListener("change", invalidate);
  }

  /** The temple's middle, radius and height, in cm. */
  fit(x: number, z: number, radius: number, height: number, still: boolean): void {
    const grown =
      Math.abs(height - this.height) > 0.5 ||
      Math.abs(radius - this.radius) > 0.5 ||
      Math.abs(x - this.middle.x) > 0.5;
    this.middle.set(x, 0, z);
    this.radius = radius;
    this.height = height;
    if (grown && !this.moved) this.go(this.look, still);
  }

  resize(width: number, height: number, still: boolean): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    if (!this.moved) this.go(this.look, still);
  }

  go(look: Look, still: boolean): void {
    this.look = look;
    this.moved = false;
    const [turn, rise] = VIEWS[look].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
    const aim = this.middle.clone();
    aim.y = this.height * (look === "top" ? 0.8 : 0.46);
    const way = new Vector3(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise));
    const to = aim.clone().addScaledVector(way, this.distance(rise));
    if (still) {
      this.running = null;
      this.camera.position.copy(to);
      this.controls.target.copy(aim);
      this.controls.update();
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

  /** Moves on; true while there is further to go. */
  step(now: number): boolean {
    const run = this.running;
    if (!run) return false;
    const part = Math.min(1, (now - run.begun) / MOVE);
    const eased = 1 - (1 - part) ** 3;
    this.camera.position.lerpVectors(run.from, run.to, eased);
    this.controls.target.lerpVectors(run.aimFrom, run.aimTo, eased);
    this.controls.update();
    if (part >= 1) this.running = null;
    return part < 1;
  }

  /** How far away all of it is in sight. */
  private distance(rise: number): number {
    const half = (this.camera.fov * Math.PI) / 360;
    const tall = (this.height / 2) * Math.cos(rise) + this.radius * Math.sin(rise) + 2.2;
    const wide = this.radius + 2.4;
    return Math.max(tall / Math.tan(half), wide / (Math.tan(half) * this.camera.aspect)) + this.radius * 0.42;
  }

  dispose(): void {
    this.controls.dispose();
  }
}
