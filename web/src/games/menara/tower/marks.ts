/** Marks of bases that can be chosen or are mentioned in the log; marks of a kind are instanced. */
import {
  AdditiveBlending,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  type Texture,
  TorusGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { BaseHighlight } from "../board/baseHighlights";
import { sameBase } from "../board/shapes";
import { isRisky } from "../text/riskText";
import type { BaseId, Point } from "../wire";
import { CM, GLOW } from "./pieces";
import { warning } from "./signs";
import { beamTexture } from "./textures";

/** Upper bound on the number of bases of all pieces. */
const MAX_BASES = 160;
/** Colour of the ring around the hovered or chosen base. */
const AIM = "#fff2c4";
/** Size of a sign in cm, scaled by the camera's field of view. */
const SIGN = 1.3 / Math.tan((17 * Math.PI) / 180);

export class Marks {
  readonly group = new Group();
  /** Invisible touch targets, each with its base. */
  touchable: Mesh[] = [];
  private readonly map = beamTexture();
  private readonly rings = new Many(
    new TorusGeometry(0.96, 0.13, 6, 24).rotateX(Math.PI / 2),
    new MeshBasicMaterial(),
  );
  private readonly shut = new Many(dashed(0.92, 0.05, 10), new MeshBasicMaterial());
  private readonly beams = new Many(
    new CylinderGeometry(0.86, 0.86, 2.6, 24, 1, true).translate(0, 1.3, 0),
    new MeshBasicMaterial({
      map: this.map,
      transparent: true,
      opacity: 0.36,
      blending: AdditiveBlending,
      depthWrite: false,
      side: DoubleSide,
    }),
  );
  private readonly signs = {
    risky: new Signs(warning(GLOW.care, false)),
    falls: new Signs(warning(GLOW.risk, true)),
  };
  private readonly disc = new CylinderGeometry(1.15, 1.15, 0.8, 12);
  private readonly tall: BufferGeometry;

  constructor(private readonly height: number) {
    this.tall = new CylinderGeometry(0.8, 0.8, height, 10).translate(0, height / 2, 0);
    this.group.add(...this.kinds.map((kind) => kind.drawn));
  }

  private get kinds(): (Many | Signs)[] {
    return [this.rings, this.shut, this.beams, this.signs.risky, this.signs.falls];
  }

  /** `rise` returns the height of the top surface of a level's floors; `mentioned` are bases mentioned in the log. */
  show(
    lit: readonly BaseHighlight[],
    hovered: BaseId | null,
    mentioned: readonly { at: Point; level: number }[],
    rise: (level: number) => number,
  ): void {
    for (const kind of this.kinds) kind.begin();
    this.touchable = [];
    for (const one of lit) this.mark(one, sameBase(one.id, hovered), spot(one, rise));
    for (const one of mentioned) this.rings.add(raised(spot(one, rise)), GLOW.gold, [1.45, 2, 1.45]);
    for (const kind of this.kinds) kind.end();
  }

  private mark(one: BaseHighlight, hot: boolean, at: Vector3): void {
    const blocked = one.tone === "blocked";
    (blocked ? this.shut : this.rings).add(raised(at), GLOW[one.tone], [1, 1, 1]);
    // A second ring in a distinct colour: on phones, a larger ring alone is hard to tell apart.
    if (hot) this.rings.add(raised(at), AIM, [1.6, 2, 1.6]);
    if (one.advised) this.rings.add(at, GLOW.gold, [1.4, 1.4, 1.4]);
    if (!blocked && one.kind !== "lift")
      this.beams.add(at, GLOW[one.advised || hot ? "gold" : one.tone], hot ? [1.1, 1.7, 1.1] : [1, 1, 1]);
    if (isRisky(one.preview)) {
      const above = 1.1 + (one.kind === "lift" ? this.height : 0.6);
      this.signs[one.preview.outlook].add(at.clone().setY(at.y + above));
    }
    const touch = new Mesh(one.kind === "lift" ? this.tall : this.disc);
    touch.userData.id = one.id;
    touch.position.copy(at);
    touch.updateMatrixWorld();
    this.touchable.push(touch);
  }

  dispose(): void {
    for (const kind of this.kinds) kind.dispose();
    this.disc.dispose();
    this.tall.dispose();
    this.map.dispose();
  }
}

function spot({ at, level }: { at: Point; level: number }, rise: (level: number) => number): Vector3 {
  return new Vector3(at[0] * CM, rise(level), -at[1] * CM);
}

/** Raise a ring, so that it lies on its floor instead of inside it. */
function raised(at: Vector3): Vector3 {
  return at.clone().setY(at.y + 0.07);
}

/** Instances of one shape, each with its own colour. */
class Many {
  readonly drawn: InstancedMesh;

  constructor(
    private readonly shape: BufferGeometry,
    private readonly material: Material,
  ) {
    this.drawn = new InstancedMesh(shape, material, MAX_BASES);
    this.drawn.frustumCulled = false;
    this.begin();
    this.end();
  }

  begin(): void {
    this.drawn.count = 0;
  }

  add(at: Vector3, colour: string, [x, y, z]: readonly [number, number, number]): void {
    if (this.drawn.count === MAX_BASES) return;
    const number = this.drawn.count++;
    this.drawn.setMatrixAt(number, new Matrix4().compose(at, new Quaternion(), new Vector3(x, y, z)));
    this.drawn.setColorAt(number, new Color(colour));
  }

  end(): void {
    this.drawn.visible = this.drawn.count > 0;
    this.drawn.instanceMatrix.needsUpdate = true;
    if (this.drawn.instanceColor) this.drawn.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.drawn.dispose();
    this.shape.dispose();
    this.material.dispose();
  }
}

/** Signs that float over bases and face the viewer. */
class Signs {
  readonly drawn: Points<BufferGeometry, PointsMaterial>;
  private places: number[] = [];

  constructor(private readonly map: Texture) {
    const look = { map, size: SIGN, transparent: true, depthTest: false, depthWrite: false };
    this.drawn = new Points(new BufferGeometry(), new PointsMaterial(look));
    this.drawn.frustumCulled = false;
    this.drawn.renderOrder = 13;
    this.end();
  }

  begin(): void {
    this.places = [];
  }

  add({ x, y, z }: Vector3): void {
    this.places.push(x, y, z);
  }

  end(): void {
    this.drawn.visible = this.places.length > 0;
    this.drawn.geometry.dispose();
    this.drawn.geometry = new BufferGeometry();
    this.drawn.geometry.setAttribute("position", new Float32BufferAttribute(this.places, 3));
  }

  dispose(): void {
    this.drawn.geometry.dispose();
    this.drawn.material.dispose();
    this.map.dispose();
  }
}

/** Return a ring of arcs. */
export function dashed(radius: number, thick: number, parts: number): BufferGeometry {
  const arcs = Array.from({ length: parts }, (_, i) =>
    new TorusGeometry(radius, thick, 4, 4, (Math.PI / parts) * 1.2).rotateZ((i / parts) * 2 * Math.PI),
  );
  return mergeGeometries(arcs).rotateX(Math.PI / 2);
}
