/** Dust where a piece hits the table. */
import { BufferGeometry, Float32BufferAttribute, Points, PointsMaterial, type Vector3 } from "three";
import { glowTexture, noise } from "./textures";

const COUNT = 240;
const LIFE = 1400;

export class Dust {
  readonly points: Points;
  private readonly shape = new BufferGeometry();
  private readonly map = glowTexture("rgb(226 204 170 / 60%)", "rgb(214 190 150 / 22%)");
  private readonly grains = Array.from({ length: COUNT }, () => ({
    at: [0, -50, 0],
    way: [0, 0, 0],
    begun: -LIFE,
  }));
  private readonly random = noise(5);
  private next = 0;

  constructor() {
    this.shape.setAttribute("position", new Float32BufferAttribute(new Float32Array(COUNT * 3).fill(-50), 3));
    this.points = new Points(
      this.shape,
      new PointsMaterial({ map: this.map, size: 3.2, transparent: true, depthWrite: false, opacity: 0.5 }),
    );
    this.points.frustumCulled = false;
    this.points.visible = false;
  }

  puff(place: Vector3): void {
    for (let i = 0; i < 7; i++) {
      const grain = this.grains[this.next++ % COUNT];
      if (!grain) continue;
      const angle = this.random() * 2 * Math.PI;
      const speed = 2 + this.random() * 7;
      grain.at = [place.x, 0.4, place.z];
      grain.way = [Math.cos(angle) * speed, 1 + this.random() * 4, Math.sin(angle) * speed];
      grain.begun = performance.now();
    }
  }

  /** Advance the animation; return true while dust is in the air. */
  step(now: number): boolean {
    const position = this.shape.getAttribute("position");
    let any = false;
    this.grains.forEach(({ at, way, begun }, i) => {
      const age = (now - begun) / 1000;
      const alive = age < LIFE / 1000;
      any ||= alive;
      const slow = (1 - Math.exp(-2.2 * age)) / 2.2;
      position.setXYZ(
        i,
        (at[0] as number) + (way[0] as number) * slow,
        alive ? (at[1] as number) + (way[1] as number) * slow : -50,
        (at[2] as number) + (way[2] as number) * slow,
      );
    });
    position.needsUpdate = true;
    this.points.visible = any;
    return any;
  }

  dispose(): void {
    this.shape.dispose();
    this.map.dispose();
    (this.points.material as PointsMaterial).dispose();
  }
}
