/** Carving of each kind of stone in a 40 by 40 box, distinguishable by shape even when small. */
import type { Letter } from "../wire";

/** Strokes with a width, or filled shapes if there is none. */
interface Cut {
  path: string;
  width?: number;
}

const BEAD = "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0Z";
const beads = [9.5, 20, 30.5].flatMap((y) => [9.5, 20, 30.5].map((x) => `M${x} ${y}${BEAD}`)).join("");
const petals = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((turn) => {
    const at = (far: number, aside: number): string => {
      const angle = ((turn + aside) * Math.PI) / 180;
      return `${(20 + far * Math.sin(angle)).toFixed(1)} ${(20 - far * Math.cos(angle)).toFixed(1)}`;
    };
    return `M${at(3.6, 0)}Q${at(8.5, -30)} ${at(14.2, 0)}Q${at(8.5, 30)} ${at(3.6, 0)}Z`;
  })
  .join("");
const rays = Array.from({ length: 12 }, (_, i) => {
  const angle = (i * Math.PI) / 6;
  const at = (far: number): string =>
    `${(20 + far * Math.sin(angle)).toFixed(1)} ${(20 - far * Math.cos(angle)).toFixed(1)}`;
  return `M${at(9)}L${at(13)}`;
}).join("");

/** Pilasters, beads, lotus, lattice and sun. */
export const CUTS: Record<Letter, readonly Cut[]> = {
  B: [
    { path: "M9.5 11V29M16.5 11V29M23.5 11V29M30.5 11V29", width: 3.6 },
    { path: "M6 7.4H34M6 32.6H34", width: 2.4 },
  ],
  L: [{ path: beads }],
  W: [{ path: petals }],
  G: [{ path: "M20 5.5L34.5 20L20 34.5L5.5 20ZM12.7 12.7L27.3 27.3M27.3 12.7L12.7 27.3", width: 3 }],
  Y: [
    { path: "M20 5.2A14.8 14.8 0 1 1 19.99 5.2Z", width: 2.2 },
    { path: rays, width: 2.2 },
    { path: "M20 14A6 6 0 1 1 19.99 14Z" },
  ],
};

/** Shadow, base and highlight colours of the carving. */
export const TONES: Record<Letter, readonly [shade: string, form: string, light: string]> = {
  B: ["#1f0800", "#7c3f1c", "#b06c3f"],
  L: ["#6f3f17", "#d69a62", "#f0c595"],
  W: ["#a39783", "#e4dccb", "#ffffff"],
  G: ["#26303a", "#8392a0", "#b4c1cc"],
  Y: ["#8a5b00", "#ffdc74", "#fff5cf"],
};

/** Single colour of a small icon. */
export const SIGN: Record<Letter, string> = {
  B: "#d08a58",
  L: "#4a260a",
  W: "#7d715d",
  G: "#d3dde6",
  Y: "#7a5000",
};
