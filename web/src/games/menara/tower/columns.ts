/** All columns as instanced meshes: per colour, one for the shafts and one for the heads. */
import { InstancedMesh, type Material, type Object3D, type Scene } from "three";
import type { Colour } from "../wire";
import type { Pieces } from "./pieces";

/** Upper bound on the number of bases of all pieces. */
const MAX_BASES = 160;

/** Position of a column; not itself part of the scene. */
export interface Placed {
  at: Object3D;
  colour: Colour;
  veiled: boolean;
}

export class Columns {
  private readonly meshes = new Map<string, InstancedMesh>();

  constructor(
    private readonly scene: Scene,
    private readonly pieces: Pieces,
    private readonly veil: Material,
  ) {}

  /** Update the position of every column. */
  show(columns: readonly Placed[]): void {
    for (const mesh of this.meshes.values()) mesh.count = 0;
    for (const { at, colour, veiled } of columns) {
      if (!at.visible) continue;
      at.updateMatrix();
      for (const mesh of veiled ? [this.veiled()] : [this.shafts(colour), this.heads(colour)]) {
        mesh.setMatrixAt(mesh.count, at.matrix);
        mesh.count += 1;
      }
    }
    for (const mesh of this.meshes.values()) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of this.meshes.values()) mesh.dispose();
  }

  private shafts(colour: Colour): InstancedMesh {
    return this.mesh(`shaft ${colour}`, () => {
      const made = new InstancedMesh(this.pieces.shaft, this.pieces.shaftOf(colour), MAX_BASES);
      made.castShadow = true;
      return made;
    });
  }

  private heads(colour: Colour): InstancedMesh {
    return this.mesh(
      `head ${colour}`,
      () => new InstancedMesh(this.pieces.head, this.pieces.headOf(colour), MAX_BASES),
    );
  }

  private veiled(): InstancedMesh {
    return this.mesh("veil", () => new InstancedMesh(this.pieces.shaft, this.veil, MAX_BASES));
  }

  private mesh(name: string, make: () => InstancedMesh): InstancedMesh {
    let found = this.meshes.get(name);
    if (!found) {
      found = make();
      found.receiveShadow = true;
      found.frustumCulled = false;
      found.count = 0;
      this.meshes.set(name, found);
      this.scene.add(found);
    }
    return found;
  }
}
