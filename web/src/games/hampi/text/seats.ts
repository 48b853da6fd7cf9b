/** The five marker colours and their symbols, by seat. */
const FILL = ["#9B0000", "#5B945D", "#FAF5E7", "#1F3F8C", "#F8BC07"] as const;
/** Text colours with sufficient contrast. */
const ON = ["#FFF6E6", "#150D04", "#2A1608", "#FFF6E6", "#2A1608"] as const;
/** Circle, square, triangle, star and cross, about 16 units wide. */
const SIGN = [
  "M0 -7a7 7 0 1 0 0 14a7 7 0 1 0 0 -14Z",
  "M-6.500 -6.500H6.500V6.500H-6.500Z",
  "M0 -7.500L7.700 6H-7.700Z",
  "M0 -8.200L2.200 -2.800L8 -2.500L3.500 1.200L5 6.900L0 3.700L-5 6.900L-3.500 1.200L-8 -2.500L-2.200 -2.800Z",
  "M-2.600 -7.500H2.600V-2.600H7.500V2.600H2.600V7.500H-2.600V2.600H-7.500V-2.600H-2.600Z",
] as const;

export function fillOf(seat: number): string {
  return FILL[seat] ?? "#777";
}

export function onFill(seat: number): string {
  return ON[seat] ?? "#fff";
}

export function signOf(seat: number): string {
  return SIGN[seat] ?? SIGN[0];
}
