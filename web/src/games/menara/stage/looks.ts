/** Views of the 3-D temple, in the order of their number keys. */
export const LOOKS = ["front", "side", "top", "peel"] as const;

export type Look = (typeof LOOKS)[number] | "whole";
