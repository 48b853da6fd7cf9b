/** Researchers by code: `Bw` blue worker, `Ya` yellow assistant, `Gp` green professor. */
import type { Kind, PieceCode, Rank, Team } from "../wire";

export interface Piece {
  team: Team;
  rank: Rank;
}

export const TEAMS: readonly Team[] = ["blue", "yellow", "green", "red"];
export const RANKS: readonly Rank[] = ["worker", "assistant", "professor"];
/** In scoring order. */
export const KINDS: readonly Kind[] = ["building", "graveyard", "canal", "path", "alley", "wall"];

export const FILL: Record<Team, string> = {
  blue: "#1B3E99",
  yellow: "#F5D83E",
  green: "#4CA079",
  red: "#8B0000",
};
/** Colour of the shaded rim. */
export const RIM: Record<Team, string> = {
  blue: "#132C70",
  yellow: "#C9A81B",
  green: "#33795A",
  red: "#5F0000",
};
/** Text colour on a team's colour. */
export const TEXT_ON: Record<Team, string> = {
  blue: "#FFFFFF",
  yellow: "#1D1505",
  green: "#0C1D14",
  red: "#FFFFFF",
};

/** Sign of each team in a circle of radius 10: circle, triangle, square, cross. */
export const SIGN: Record<Team, string> = {
  blue: "M-6.4 0 A6.4 6.4 0 1 0 6.4 0 A6.4 6.4 0 1 0 -6.4 0 Z M-2.9 0 A2.9 2.9 0 1 1 2.9 0 A2.9 2.9 0 1 1 -2.9 0 Z",
  yellow: "M0 -7.4 L7.6 6 L-7.6 6 Z",
  green: "M-5.9 -5.9 H5.9 V5.9 H-5.9 Z",
  red: "M-6.6 -3.9 L-3.9 -6.6 L0 -2.7 L3.9 -6.6 L6.6 -3.9 L2.7 0 L6.6 3.9 L3.9 6.6 L0 2.7 L-3.9 6.6 L-6.6 3.9 L-2.7 0 Z",
};

/** A five-pointed star of radius 5. */
export const STAR = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 5 : 2.3;
  const angle = (i * Math.PI) / 5;
  return `${i === 0 ? "M" : "L"}${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
})
  .join(" ")
  .concat(" Z");

/** Thickness of a disc, in hundredths of a field. */
export const THICKNESS: Record<Rank, number> = { worker: 13, assistant: 17, professor: 21 };

export function starsOf(rank: Rank): number {
  return RANKS.indexOf(rank) + 1;
}

export function parsePiece(code: PieceCode): Piece {
  const team = TEAMS.find((one) => one[0]?.toUpperCase() === code[0]);
  const rank = RANKS.find((one) => one[0] === code[1]);
  if (!team || !rank || code.length !== 2) throw new Error(`not a piece of Indus: ${code}`);
  return { team, rank };
}

export function codeOf(team: Team, rank: Rank): PieceCode {
  return `${team[0]?.toUpperCase()}${rank[0]}`;
}

/** First letters of the ruins' names: T is the town wall, because W means west. */
export const KIND_LETTER: Record<Kind, string> = {
  building: "B",
  graveyard: "G",
  canal: "C",
  path: "P",
  alley: "A",
  wall: "T",
};
