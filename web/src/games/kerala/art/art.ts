/** SVG outlines of Kerala's pieces, and the shaded colours of the cloths. */
import type { Colour } from "../wire";

/** An elephant in one stroke, from the tip of the trunk to the ear, in a 100 by 80 box. */
export const ELEPHANT =
  "M88 46 C92 42 99 45 96 53 C93 62 82 60 81 49 C80 41 82 37 80 29 C77 16 64 12 57 20 C48 14 30 12 20 20 " +
  "C11 26 9 38 9 48 C8 58 10 66 10 74 L24 74 C24 66 25 60 28 57 C36 60 46 60 52 57 C54 62 55 68 55 74 L69 74 " +
  "C69 64 70 57 73 51 C65 50 57 44 57 34 C57 26 68 24 71 31 C73 37 67 41 63 37";

/** Silhouettes of a standing and a lying toy elephant, in a 100 by 100 box. */
export const STANDING =
  "M14 96 L14 64 C14 50 24 43 38 43 L58 43 C62 35 72 32 80 36 C88 40 90 48 90 56 L91 74 C91 79 95 79 95.5 74 " +
  "C96 70 101.5 71 101 75 C100 87 83 88 82 76 L81 69 C79 71 77 72 74 72 L74 96 L60 96 L60 78 C52 81 40 81 30 78 L30 96 Z";
export const RESTING =
  "M10 96 C3 80 14 63 38 62 L57 62 C60 53 72 50 80 54 C88 58 90 66 90 73 L91 84 C91 88 95 89 97 86 " +
  "C100 83 104 87 102 90 C98 97 88 98 84 92 L83 96 Z";

/** A petal pointing south from the origin. */
export const PETAL = "M0 0 C-7 9 -6 20 0 25 C6 20 7 9 0 0 Z";

/** Angles of the petals of a half rosette. */
export const HALF_ROSETTE = [-72, -36, 0, 36, 72] as const;

/** Tassels of a fringe, hanging from y = 24. */
export const FRINGE_TASSELS = `M2 24 ${Array.from({ length: 12 }, () => `l4 8.5 l4 -8.5`).join(" ")} Z`;

/** A flat cloth, drawn as one slab of a stack. */
export const PLATE = "M0 -11 L22 0 L0 11 L-22 0 Z M-22 0 V5 L0 16 V11 M0 16 L22 5 V0";

export const SHADE: Record<Colour, string> = {
  blue: "#3F6CC2",
  black: "#1E1B19",
  red: "#AE1F00",
  green: "#74BC5C",
  purple: "#551459",
};
export const SHINE: Record<Colour, string> = {
  blue: "#8FB2F0",
  black: "#161616",
  red: "#E8623F",
  green: "#B8E6A6",
  purple: "#8A3A91",
};

/** Colour of a tile's shaded side, by colour of its cloth. */
export const SIDE: Record<Colour, string> = {
  blue: "#3E69BB",
  black: "#35302C",
  red: "#A92100",
  green: "#73B05C",
  purple: "#581A5C",
};
