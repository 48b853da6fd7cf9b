/** Procedural textures: stone table, faces of floors, shafts and heads of columns, glow of a flame. */
import { CanvasTexture, ClampToEdgeWrapping, SRGBColorSpace, type Texture } from "three";
import { MARK, PAINT, STONE } from "../art/art";
import { boxOf, outlineOf } from "../board/shapes";
import type { Colour, FloorPiece, Side } from "../wire";

/** Pixels per mm of a floor's face. */
const FINE = 4;

export function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  const pen = made.getContext("2d");
  if (!pen) throw new Error("no canvas to paint on");
  return [made, pen];
}

export function texture(made: HTMLCanvasElement): Texture {
  const painted = new CanvasTexture(made);
  painted.colorSpace = SRGBColorSpace;
  painted.anisotropy = 8;
  painted.wrapS = ClampToEdgeWrapping;
  painted.wrapT = ClampToEdgeWrapping;
  return painted;
}

/** Seeded noise, so that a piece always looks the same. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function speckle(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  count: number,
  seed: number,
  tones: string[],
): void {
  const random = noise(seed);
  for (let i = 0; i < count; i++) {
    pen.fillStyle = tones[Math.floor(random() * tones.length)] as string;
    pen.globalAlpha = 0.04 + random() * 0.1;
    pen.beginPath();
    pen.ellipse(
      random() * width,
      random() * height,
      0.6 + random() * 2.6,
      0.6 + random() * 1.8,
      random() * 3,
      0,
      7,
    );
    pen.fill();
  }
  pen.globalAlpha = 1;
}

/** Draw a round slab of dark granite with a carved mandala that fades into the night. */
export function tableTexture(): Texture {
  const size = 1024;
  const [made, pen] = canvas(size, size);
  const middle = size / 2;
  pen.fillStyle = "#8a7466";
  pen.fillRect(0, 0, size, size);
  speckle(pen, size, size, 9000, 7, ["#2b201b", "#c9b49a", "#5a463b", "#f0dfc2"]);
  pen.translate(middle, middle);
  const ring = (radius: number, width: number): void => {
    for (const [shift, colour] of [
      [1.4, "rgb(255 236 204 / 16%)"],
      [0, "rgb(30 17 10 / 42%)"],
    ] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(shift, shift, radius, 0, 7);
      pen.stroke();
    }
  };
  const petals = (count: number, from: number, to: number): void => {
    for (let i = 0; i < count; i++) {
      pen.save();
      pen.rotate((i / count) * 2 * Math.PI);
      const wide = (Math.PI * from) / count;
      pen.strokeStyle = "rgb(30 17 10 / 36%)";
      pen.lineWidth = 2.2;
      pen.beginPath();
      pen.moveTo(from, 0);
      pen.bezierCurveTo(from + (to - from) * 0.4, wide * 1.25, to * 0.97, wide * 0.5, to, 0);
      pen.bezierCurveTo(to * 0.97, -wide * 0.5, from + (to - from) * 0.4, -wide * 1.25, from, 0);
      pen.stroke();
      pen.restore();
    }
  };
  ring(118, 3);
  petals(24, 120, 176);
  ring(182, 2.4);
  petals(36, 186, 232);
  ring(240, 4);
  ring(330, 2.5);
  petals(48, 334, 392);
  ring(400, 4);
  // Joints between the slabs.
  pen.strokeStyle = "rgb(28 16 10 / 34%)";
  pen.lineWidth = 2;
  for (let i = 0; i < 16; i++) {
    pen.save();
    pen.rotate(((i + 0.5) / 16) * 2 * Math.PI);
    pen.beginPath();
    pen.moveTo(242, 0);
    pen.lineTo(330, 0);
    pen.stroke();
    pen.restore();
  }
  const fade = pen.createRadialGradient(0, 0, middle * 0.62, 0, 0, middle);
  fade.addColorStop(0, "rgb(0 0 0 / 0%)");
  fade.addColorStop(1, "rgb(0 0 0 / 100%)");
  pen.globalCompositeOperation = "destination-out";
  pen.fillStyle = fade;
  pen.fillRect(-middle, -middle, size, size);
  return texture(made);
}

/** Draw the face of a floor: cardboard with an inlaid border, a faint lotus, and its bases. */
export function faceTexture(piece: FloorPiece, side: Side): Texture {
  const outline = outlineOf(piece, side);
  const box = boxOf(outline);
  const width = Math.ceil((box.right - box.left) * FINE);
  const height = Math.ceil((box.far - box.near) * FINE);
  const [made, pen] = canvas(width, height);
  const stone = STONE[side];
  pen.fillStyle = stone.fill;
  pen.fillRect(0, 0, width, height);
  speckle(pen, width, height, 2600, Number(piece.floor.slice(1)) * 31 + (side === "dark" ? 7 : 0), [
    stone.low,
    stone.high,
    stone.inlay,
  ]);
  pen.scale(FINE, FINE);
  pen.translate(-box.left, box.far);
  const shape = new Path2D(`M${outline.map(([x, y]) => `${x} ${-y}`).join("L")}Z`);
  pen.save();
  pen.clip(shape);
  lotus(pen, stone.inlay);
  pen.lineJoin = "round";
  for (const [wide, colour, alpha] of [
    [11, stone.inlay, 0.85],
    [9, stone.fill, 1],
    [7.4, stone.inlay, 0.5],
    [6.6, stone.fill, 1],
    [3.4, stone.low, 0.7],
  ] as const) {
    pen.globalAlpha = alpha;
    pen.lineWidth = wide;
    pen.strokeStyle = colour;
    pen.stroke(shape);
  }
  pen.globalAlpha = 1;
  pen.restore();
  piece.bases[side].forEach((base) => {
    pen.save();
    pen.translate(base.at[0], -base.at[1]);
    paintBase(pen, base.colour, stone);
    pen.restore();
  });
  return texture(made);
}

/** Draw a faint lotus that covers the whole floor from its centre. */
function lotus(pen: CanvasRenderingContext2D, colour: string): void {
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.2;
  pen.lineWidth = 0.6;
  for (const [count, from, to] of [
    [8, 6, 24],
    [16, 24, 46],
    [24, 46, 78],
    [36, 78, 116],
  ] as const)
    for (let i = 0; i < count; i++) {
      pen.save();
      pen.rotate(((i + (from % 4) / 4) / count) * 2 * Math.PI);
      const wide = (Math.PI * from) / count + 1.6;
      pen.beginPath();
      pen.moveTo(from, 0);
      pen.bezierCurveTo(from + (to - from) * 0.45, wide * 1.4, to * 0.95, wide * 0.5, to, 0);
      pen.bezierCurveTo(to * 0.95, -wide * 0.5, from + (to - from) * 0.45, -wide * 1.4, from, 0);
      pen.stroke();
      pen.restore();
    }
  pen.globalAlpha = 1;
}

function paintBase(
  pen: CanvasRenderingContext2D,
  colour: Colour,
  stone: { inlay: string; rim: string; fill: string },
): void {
  const paint = PAINT[colour];
  pen.fillStyle = stone.inlay;
  for (let i = 0; i < 16; i++) {
    pen.beginPath();
    pen.ellipse(
      9.1 * Math.cos((i / 8) * Math.PI),
      9.1 * Math.sin((i / 8) * Math.PI),
      1.5,
      0.9,
      (i / 8) * Math.PI,
      0,
      7,
    );
    pen.fill();
  }
  pen.beginPath();
  pen.arc(0, 0, 8.2, 0, 7);
  pen.fillStyle = stone.rim;
  pen.fill();
  pen.beginPath();
  pen.arc(0, 0, 7.5, 0, 7);
  pen.fillStyle = paint.fill;
  pen.fill();
  pen.scale(0.74, 0.74);
  pen.fillStyle = paint.mark;
  pen.fill(new Path2D(MARK[colour]), "evenodd");
}

/** Draw the head of a column from above. */
export function headTexture(colour: Colour): Texture {
  const [made, pen] = canvas(128, 128);
  const paint = PAINT[colour];
  pen.fillStyle = paint.fill;
  pen.fillRect(0, 0, 128, 128);
  pen.translate(64, 64);
  pen.scale(6, 6);
  pen.strokeStyle = "#d9a94e";
  pen.lineWidth = 0.9;
  pen.beginPath();
  pen.arc(0, 0, 8.6, 0, 7);
  pen.stroke();
  pen.fillStyle = paint.mark;
  pen.fill(new Path2D(MARK[colour]), "evenodd");
  return texture(made);
}

/** Heights on a column, in mm: gold rings, and the belt with the marks. */
const RINGS = [
  [2.4, 4],
  [6.4, 7.2],
  [20.2, 21],
  [31, 31.8],
  [42.8, 43.6],
  [46, 47.6],
] as const;

/** Draw the unrolled shaft: painted wood with gold rings, and the mark four times around. */
export function shaftTexture(colour: Colour): Texture {
  const [width, height] = [512, 512];
  const [made, pen] = canvas(width, height);
  const paint = PAINT[colour];
  pen.fillStyle = paint.fill;
  pen.fillRect(0, 0, width, height);
  grain(pen, width, height, paint);
  const y = (mm: number): number => height - (mm / 50) * height;
  pen.fillStyle = paint.low;
  pen.globalAlpha = 0.45;
  pen.fillRect(0, y(31), width, y(21) - y(31));
  pen.globalAlpha = 1;
  for (const [low, high] of RINGS) {
    pen.fillStyle = "#e0b258";
    pen.fillRect(0, y(high), width, y(low) - y(high));
  }
  for (let i = 0; i < 4; i++) {
    pen.save();
    pen.translate(((i + 0.5) / 4) * width, y(26));
    // 1 mm takes more pixels around the shaft than along it.
    pen.scale(width / 37.7 / 2.6, height / 50 / 2.6);
    pen.fillStyle = paint.mark;
    pen.fill(new Path2D(MARK[colour]), "evenodd");
    pen.restore();
  }
  return texture(made);
}

function grain(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  paint: { low: string; high: string },
): void {
  const random = noise(11);
  for (let i = 0; i < 160; i++) {
    pen.strokeStyle = random() < 0.5 ? paint.low : paint.high;
    pen.globalAlpha = 0.05 + random() * 0.12;
    pen.lineWidth = 0.6 + random() * 1.6;
    const x = random() * width;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.bezierCurveTo(
      x + random() * 8 - 4,
      height * 0.3,
      x + random() * 8 - 4,
      height * 0.7,
      x + random() * 6 - 3,
      height,
    );
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** Draw soft light around a point, for flames and dust. */
export function glowTexture(inner: string, outer: string): Texture {
  const [made, pen] = canvas(64, 64);
  const glow = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
  glow.addColorStop(0, inner);
  glow.addColorStop(0.35, outer);
  glow.addColorStop(1, "rgb(0 0 0 / 0%)");
  pen.fillStyle = glow;
  pen.fillRect(0, 0, 64, 64);
  return texture(made);
}

/** Draw light that rises from a base and fades. */
export function beamTexture(): Texture {
  const [made, pen] = canvas(4, 64);
  const rise = pen.createLinearGradient(0, 64, 0, 0);
  rise.addColorStop(0, "rgb(255 255 255 / 80%)");
  rise.addColorStop(1, "rgb(255 255 255 / 0%)");
  pen.fillStyle = rise;
  pen.fillRect(0, 0, 4, 64);
  return texture(made);
}
