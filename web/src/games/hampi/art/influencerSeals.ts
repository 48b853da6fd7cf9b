/** Seals of the six influencers. Their outlines differ, so that colour is never the only cue. */
import type { Influencer, Measure } from "../wire";

export const INFLUENCERS: readonly Influencer[] = ["miner", "merchant", "lady", "elder", "priest", "farmer"];
export const MEASURES: readonly Measure[] = ["total", ...INFLUENCERS];

export const FIELD: Record<Influencer, string> = {
  miner: "#5f7079",
  merchant: "#c8912a",
  lady: "#d58aa0",
  elder: "#6a578f",
  priest: "#e07f2c",
  farmer: "#6f9448",
};

/** Hexagon, square, flower, shield, pointed arch, leaf. */
export const OUTLINE: Record<Influencer, string> = {
  miner: "M-9.500 -17.500H9.500L19.500 0L9.500 17.500H-9.500L-19.500 0Z",
  merchant: "M-16.500 -16.500H16.500V16.500H-16.500Z",
  lady: flower(8, 16.2, 6.6),
  elder: "M-17 -17.500H17V2C17 11 9 16 0 20.500C-9 16 -17 11 -17 2Z",
  priest: "M0 -22C3 -16 17.500 -13.500 17.500 1V18H-17.500V1C-17.500 -13.500 -3 -16 0 -22Z",
  farmer: "M18.500 -18.500V2C18.500 12 11 18.500 2 18.500H-18.500V-2C-18.500 -12 -11 -18.500 -2 -18.500Z",
};

function flower(petals: number, radius: number, petal: number): string {
  const corner = (i: number): string => {
    const angle = (2 * Math.PI * (i + 0.5)) / petals;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  const arcs = Array.from({ length: petals }, (_, i) => `A${petal} ${petal} 0 0 1 ${corner(i + 1)}`);
  return `M${corner(0)}${arcs.join("")}Z`;
}
