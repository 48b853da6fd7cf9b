/** Lighting: one warm light with shadows from the upper left, night sky from above, four oil lamps on a stone table. */
import {
  AdditiveBlending,
  CircleGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  InstancedMesh,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PointLight,
  type Scene,
  Sprite,
  SpriteMaterial,
  Vector2,
} from "three";
import { glowTexture, tableTexture } from "./textures";

const LAMPS = 4;
/** Radius of a flame's glow in cm. */
const GLOW = 7;

export class Lamplight {
  private readonly sun = new DirectionalLight("#ffd9a0", 2.5);
  private readonly lamps: Group[] = [];
  private readonly bodies = diyas();

  /** `frugal`: for computers without a graphics card. */
  constructor(scene: Scene, frugal: boolean) {
    scene.add(new HemisphereLight("#a9b4d8", "#6b4326", 0.75));
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(frugal ? 1024 : 2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.03;
    this.sun.shadow.radius = 5;
    const fill = new DirectionalLight("#ff9d55", 0.7);
    fill.position.set(30, 18, 22);
    scene.add(this.sun, this.sun.target, fill);
    const table = new Mesh(
      new CircleGeometry(62, 96).rotateX(-Math.PI / 2),
      new MeshStandardMaterial({ map: tableTexture(), roughness: 0.92, transparent: true }),
    );
    table.position.y = -0.01;
    table.receiveShadow = true;
    table.renderOrder = -1;
    scene.add(table);
    scene.add(...this.bodies);
    for (let i = 0; i < LAMPS; i++) {
      const lamp = flame(i % 2 === 0 && !frugal);
      this.lamps.push(lamp);
      scene.add(lamp);
    }
  }

  /** Flicker while something else moves; never triggers a frame by itself. */
  sway(now: number): void {
    this.lamps.forEach(({ children: [glow] }, i) => {
      const breath = Math.sin(now / 130 + i * 2.1) + Math.sin(now / 57 + i);
      glow?.scale.set(GLOW * (1 + 0.03 * breath), GLOW * (1 - 0.02 * breath), 1);
    });
  }

  /** Place lamps and shadows around a temple of this radius and height, in cm. */
  fit(x: number, z: number, radius: number, height: number): void {
    const wide = radius + 8;
    this.lamps.forEach((lamp, i) => {
      const angle = Math.PI / 4 + (i * Math.PI) / 2;
      lamp.position.set(x + Math.cos(angle) * wide, 0, z + Math.sin(angle) * wide * 0.86);
      lamp.updateMatrix();
      for (const mesh of this.bodies) mesh.setMatrixAt(i, lamp.matrix);
    });
    for (const mesh of this.bodies) mesh.instanceMatrix.needsUpdate = true;
    const reach = Math.max(wide, height * 0.62) + 6;
    this.sun.position.set(x - reach * 0.75, height * 0.6 + reach * 1.35, z + reach * 0.72);
    this.sun.target.position.set(x, height * 0.42, z);
    const camera = this.sun.shadow.camera;
    camera.left = -reach;
    camera.right = reach;
    camera.top = reach;
    camera.bottom = -reach;
    camera.near = 1;
    camera.far = reach * 5;
    camera.updateProjectionMatrix();
    this.sun.shadow.needsUpdate = true;
  }
}

/** Parts of a small clay lamp: bowl, oil, core of the flame. All lamps are instanced. */
function diyas(): InstancedMesh[] {
  const bowl = new LatheGeometry(
    [
      [0, 0],
      [1, 0],
      [1.1, 0.2],
      [1.7, 0.9],
      [1.9, 1.3],
      [1.7, 1.3],
      [1.3, 0.9],
      [0, 0.7],
    ].map(([r, y]) => new Vector2(r, y)),
    24,
  );
  const oil = new CircleGeometry(1.45, 20).rotateX(-Math.PI / 2).translate(0, 1.05, 0);
  const core = new LatheGeometry(
    [
      [0, 0],
      [0.22, 0.22],
      [0.28, 0.5],
      [0.16, 0.95],
      [0, 1.35],
    ].map(([r, y]) => new Vector2(r, y)),
    12,
  ).translate(1.35, 1.15, 0);
  const made = [
    new InstancedMesh(bowl, new MeshStandardMaterial({ color: "#a85a2c", roughness: 0.8 }), LAMPS),
    new InstancedMesh(oil, new MeshStandardMaterial({ color: "#5a3512", roughness: 0.2 }), LAMPS),
    new InstancedMesh(core, new MeshBasicMaterial({ color: "#ffe9ae" }), LAMPS),
  ];
  for (const mesh of made) mesh.frustumCulled = false;
  (made[0] as InstancedMesh).castShadow = true;
  return made;
}

/** Glow of a lamp's flame; with `lights` it also illuminates its surroundings. */
function flame(lights: boolean): Group {
  const group = new Group();
  const glow = new Sprite(
    new SpriteMaterial({
      map: glowTexture("rgb(255 214 130 / 95%)", "rgb(255 150 50 / 32%)"),
      blending: AdditiveBlending,
      depthWrite: false,
    }),
  );
  glow.position.set(1.35, 1.8, 0);
  glow.scale.set(GLOW, GLOW, 1);
  group.add(glow);
  if (lights) {
    const light = new PointLight("#ffb060", 90, 60, 2);
    light.position.set(1.35, 3, 0);
    group.add(light);
  }
  return group;
}
