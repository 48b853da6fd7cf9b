/** Stability overlay: column loads, each floor's point of load, the centre of mass and its weakest direction. */
import {
  BufferGeometry,
  type Camera,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  type Material,
  Mesh,
  MeshBasicMaterial,
  Sprite,
  SpriteMaterial,
  type Texture,
  Vector3,
} from "three";
import { formatTenths } from "../../../lib/language/numbers";
import { toneOfTilt } from "../art/art";
import { gramsText, heat, loadsAt, restsOf } from "../text/stability";
import type { Balance, Point, View } from "../wire";
import { CM, GLOW } from "./pieces";
import { quartered, written } from "./signs";

/** Heights of the lower and upper side of a level's floors. */
interface Heights {
  under(level: number): number;
  upper(level: number): number;
  /** Height of a point that many millimetres above the base. */
  above(mm: number): number;
}

const ARROW = 4.2;
/** Distance of a number in front of its column, towards the viewer. */
const BEFORE = 1;

export class Forces {
  readonly group = new Group();
  private own: { dispose(): void }[] = [];
  private labels: { sprite: Sprite; at: Vector3 }[] = [];

  constructor(
    private readonly height: number,
    private readonly radius: number,
  ) {}

  /** Show the forces in a temple, without levels above `peel`. */
  show(view: View | null, balance: Balance | null, heights: Heights, peel: number | null): void {
    this.clear();
    if (!view || !balance) return;
    const levels = [...new Set(view.floors.map((floor) => floor.level))];
    for (const level of levels.filter((one) => peel === null || one <= peel))
      for (const load of loadsAt(view, balance, level))
        this.sleeve(load.at, heights.upper(level), load.part, `${gramsText(load.grams)} g`);
    for (const rest of restsOf(view, balance)) {
      if (peel !== null && rest.level > peel) continue;
      const height = heights.under(rest.level) - 0.02;
      const colour = GLOW[rest.tone];
      this.line(flat(rest.hull, height), colour, true, rest.tone === "safe" ? 0.5 : 0.95);
      this.line(flat([rest.at, rest.edge], height), colour, false, 1);
      for (const [x, y] of [[4, 0], [0, 4]] as const) // biome-ignore format: one list
        this.line(flat([[rest.at[0] - x, rest.at[1] - y], [rest.at[0] + x, rest.at[1] + y]], height), "#fff6dc", false, 1); // biome-ignore format: one line
      if (rest.tone !== "safe")
        this.label(`${formatTenths(rest.margin)} mm`, colour, place(rest.at, height + 0.5), true);
    }
    this.centre(view, balance, heights);
  }

  /** Keep the numbers in front of their columns from any viewpoint. */
  face(camera: Camera): void {
    for (const { sprite, at } of this.labels) {
      const way = camera.position.clone().sub(at).setY(0).normalize();
      sprite.position.copy(at).addScaledVector(way, BEFORE);
    }
  }

  dispose(): void {
    this.clear();
  }

  private clear(): void {
    this.group.clear();
    this.labels = [];
    for (const thing of this.own.splice(0)) thing.dispose();
  }

  private sleeve(at: Point, foot: number, part: number, text: string): void {
    const radius = this.radius * (1.1 + 0.55 * part);
    const shape = new CylinderGeometry(radius, radius, this.height * 0.94, 20, 1, true);
    const paint = new MeshBasicMaterial({
      color: heat(part),
      transparent: true,
      opacity: 0.34 + 0.3 * part,
      depthWrite: false,
    });
    const mesh = new Mesh(shape, paint);
    mesh.position.copy(place(at, foot + this.height / 2));
    this.keep(shape, paint);
    this.group.add(mesh);
    const label = this.label(text, "#fff6dc", place(at, foot + this.height * 0.5), false);
    this.labels.push({ sprite: label, at: label.position.clone() });
  }

  private centre(view: View, balance: Balance, heights: Heights): void {
    const at = place(balance.centre, heights.above(balance.height));
    const foot = place(balance.centre, heights.upper(0) + 0.02);
    this.line([at, foot], "#fff6dc", false, 0.9);
    const ring = Array.from({ length: 24 }, (_, i) => {
      const angle = (i / 24) * 2 * Math.PI;
      return foot.clone().add(new Vector3(0.5 * Math.cos(angle), 0, 0.5 * Math.sin(angle)));
    });
    this.line(ring, "#fff6dc", true, 0.9);
    const mark = this.sprite(quartered(), 1.5, 1.5);
    mark.position.copy(at);
    const tilt = view.stability.tilt;
    const towards = view.stability.towards;
    if (tilt === null || towards == null) return;
    const colour = GLOW[toneOfTilt(tilt)];
    const angle = (towards * Math.PI) / 180;
    const way = new Vector3(Math.cos(angle), 0, -Math.sin(angle));
    const paint = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
    const shaft = new CylinderGeometry(0.11, 0.11, ARROW, 10);
    const head = new ConeGeometry(0.42, 1.1, 16).translate(0, ARROW / 2 + 0.5, 0);
    this.keep(shaft, head, paint);
    const arrow = new Group();
    for (const shape of [shaft, head]) {
      const mesh = new Mesh(shape, paint);
      mesh.renderOrder = 13;
      arrow.add(mesh);
    }
    arrow.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way);
    arrow.position.copy(at).addScaledVector(way, ARROW / 2 + 0.6);
    this.group.add(arrow);
    const tip = at.clone().addScaledVector(way, ARROW + 2.4);
    this.label(
      `${formatTenths(tilt)}° · ${formatTenths(balance.lean)} mm`,
      colour,
      tip.setY(tip.y + 0.9),
      true,
    );
  }

  private line(points: Vector3[], colour: string, closed: boolean, opacity: number): void {
    const shape = new BufferGeometry().setFromPoints(points);
    const paint = new LineBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity });
    const line = closed ? new LineLoop(shape, paint) : new Line(shape, paint);
    line.renderOrder = 12;
    this.keep(shape, paint);
    this.group.add(line);
  }

  private label(text: string, colour: string, at: Vector3, above: boolean): Sprite {
    const map = written(text, colour);
    const image = map.image as HTMLCanvasElement;
    const sprite = this.sprite(map, (1.05 * image.width) / image.height, 1.05);
    sprite.material.depthTest = !above;
    sprite.position.copy(at);
    sprite.renderOrder = above ? 15 : 14;
    return sprite;
  }

  private sprite(map: Texture, width: number, height: number): Sprite {
    const paint = new SpriteMaterial({ map, depthTest: false, depthWrite: false });
    const sprite = new Sprite(paint);
    sprite.scale.set(width, height, 1);
    sprite.renderOrder = 14;
    this.keep(map, paint);
    this.group.add(sprite);
    return sprite;
  }

  private keep(...things: (BufferGeometry | Material | Texture)[]): void {
    this.own.push(...things);
  }
}

function place([x, y]: Point, height: number): Vector3 {
  return new Vector3(x * CM, height, -y * CM);
}

function flat(points: readonly Point[], height: number): Vector3[] {
  return points.map((point) => place(point, height));
}
