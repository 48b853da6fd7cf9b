/** Meshes of floors and columns, created once per kind and shared. Lengths in cm, height along y. */
import {
  type BufferGeometry,
  CircleGeometry,
  Color,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Group,
  LatheGeometry,
  type Material,
  Mesh,
  MeshStandardMaterial,
  Shape,
  ShapeGeometry,
  Vector2,
} from "three";
import { boxOf, outlineOf, pieceOf } from "../board/shapes";
import type { Colour, FloorName, Gallery, Side } from "../wire";
import { faceTexture, headTexture, shaftTexture } from "./textures";

/** Centimetres per millimetre. */
export const CM = 0.1;

/** Number of sides of a column: few, because columns are thin and there can be a hundred. */
const AROUND = 14;

/** Profile of a turned column: radius and height in mm. */
const PROFILE: [number, number][] = [
  [0, 0],
  [6, 0],
  [6, 2.1],
  [5.5, 2.5],
  [5.7, 3.2],
  [5.5, 3.9],
  [4.9, 4.4],
  [4.5, 5.4],
  [4.35, 6.3],
  [4.75, 6.5],
  [4.75, 7.1],
  [4.35, 7.3],
  [4.5, 14],
  [4.5, 19.9],
  [4.8, 20.2],
  [4.8, 21],
  [4.45, 21.2],
  [4.4, 30.8],
  [4.7, 31],
  [4.7, 31.8],
  [4.35, 32],
  [4.1, 42],
  [4.5, 42.8],
  [4.5, 43.6],
  [4.1, 44],
  [4.7, 45.6],
  [5.6, 46.2],
  [5.6, 47.4],
  [6, 48],
  [6, 50],
  [0, 50],
];

export class Pieces {
  private readonly shafts = new Map<Colour, Material>();
  private readonly heads = new Map<Colour, Material>();
  private readonly floors = new Map<
    string,
    { body: BufferGeometry; face: BufferGeometry; edge: Material; top: Material }
  >();
  /** Geometry shared by all columns. */
  readonly shaft: BufferGeometry;
  readonly head: BufferGeometry;

  constructor(private readonly components: Gallery) {
    const { column_height: height, column_diameter: diameter } = components.dimensions;
    this.shaft = shaftGeometry(height, diameter);
    this.head = new CircleGeometry((diameter / 2 - 0.35) * CM, AROUND)
      .rotateX(-Math.PI / 2)
      .translate(0, (height + 0.03) * CM, 0);
  }

  get height(): number {
    return this.components.dimensions.column_height * CM;
  }

  /** Radius of a column. */
  get radius(): number {
    return (this.components.dimensions.column_diameter / 2) * CM;
  }

  get thickness(): number {
    return this.components.dimensions.floor_thickness * CM;
  }

  /** Create a floor with its underside at the local origin. */
  floor(name: FloorName, side: Side): Group {
    const { body, face, edge, top } = this.floorOf(name, side);
    const group = new Group();
    const block = new Mesh(body, edge);
    block.castShadow = true;
    block.receiveShadow = true;
    const cover = new Mesh(face, top);
    cover.receiveShadow = true;
    group.add(block, cover);
    return group;
  }

  outline(name: FloorName, side: Side): Shape {
    return new Shape(
      outlineOf(pieceOf(this.components, name), side).map(([x, y]) => new Vector2(x * CM, y * CM)),
    );
  }

  dispose(): void {
    for (const material of [...this.shafts.values(), ...this.heads.values()]) free(material);
    for (const { body, face, edge, top } of this.floors.values()) {
      body.dispose();
      face.dispose();
      free(edge);
      free(top);
    }
    this.shaft.dispose();
    this.head.dispose();
  }

  shaftOf(colour: Colour): Material {
    return cached(
      this.shafts,
      colour,
      () =>
        new MeshStandardMaterial({
          map: shaftTexture(colour),
          roughness: colour === "black" ? 0.36 : 0.5,
          metalness: 0.02,
        }),
    );
  }

  headOf(colour: Colour): Material {
    return cached(
      this.heads,
      colour,
      () => new MeshStandardMaterial({ map: headTexture(colour), roughness: 0.5 }),
    );
  }

  private floorOf(name: FloorName, side: Side) {
    return cached(this.floors, `${name} ${side}`, () => {
      const piece = pieceOf(this.components, name);
      const shape = this.outline(name, side);
      const bevel = 0.03;
      const body = new ExtrudeGeometry(shape, {
        depth: this.thickness - 2 * bevel,
        bevelThickness: bevel,
        bevelSize: bevel,
        bevelOffset: -bevel,
        bevelSegments: 2,
        steps: 1,
      })
        .translate(0, 0, bevel)
        .rotateX(-Math.PI / 2);
      const face = new ShapeGeometry(shape);
      mapOnto(face, boxOf(outlineOf(piece, side)));
      face
        .scale(0.992, 0.992, 1)
        .rotateX(-Math.PI / 2)
        .translate(0, this.thickness + 0.004, 0);
      const edge = new MeshStandardMaterial({
        color: new Color(side === "light" ? "#b8935c" : "#3a2630"),
        roughness: 0.85,
      });
      const top = new MeshStandardMaterial({
        map: faceTexture(piece, side),
        roughness: 0.78,
        polygonOffset: true,
        polygonOffsetFactor: -1,
      });
      return { body, face, edge, top };
    });
  }
}

function cached<K, V>(store: Map<K, V>, key: K, make: () => V): V {
  let found = store.get(key);
  if (found === undefined) {
    found = make();
    store.set(key, found);
  }
  return found;
}

function free(material: Material): void {
  (material as MeshStandardMaterial).map?.dispose();
  material.dispose();
}

/** Create a lathe geometry whose texture coordinates follow the height instead of the points. */
function shaftGeometry(height: number, diameter: number): BufferGeometry {
  const wide = diameter / 12;
  const points = PROFILE.map(([r, y]) => new Vector2(r * wide * CM, (y / 50) * height * CM));
  const made = new LatheGeometry(points, AROUND);
  const position = made.getAttribute("position");
  const uv = made.getAttribute("uv");
  const mapped = Array.from({ length: position.count }, (_, i) => [
    uv.getX(i),
    position.getY(i) / (height * CM),
  ]).flat();
  made.setAttribute("uv", new Float32BufferAttribute(mapped, 2));
  return made;
}

function mapOnto(
  face: BufferGeometry,
  box: { left: number; right: number; near: number; far: number },
): void {
  const position = face.getAttribute("position");
  const mapped = Array.from({ length: position.count }, (_, i) => [
    (position.getX(i) / CM - box.left) / (box.right - box.left),
    (position.getY(i) / CM - box.near) / (box.far - box.near),
  ]).flat();
  face.setAttribute("uv", new Float32BufferAttribute(mapped, 2));
}

export const GLOW = {
  safe: "#8fe07c",
  care: "#ffc23d",
  risk: "#ff6a4d",
  blocked: "#d4452f",
  gold: "#ffd76a",
} as const;
