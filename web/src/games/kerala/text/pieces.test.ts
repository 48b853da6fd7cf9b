import { describe, expect, it } from "vitest";
import {
  COLOURS,
  FILL,
  facesOf,
  GAME_TILES,
  parsePiece,
  START_TILES,
  symbolId,
  TEXT_ON,
  turnOf,
} from "./pieces";

describe("piece codes", () => {
  it("are parsed for every kind", () => {
    expect(parsePiece("K3")).toMatchObject({ colour: "black", kind: "symbol", symbols: 3, edge: null });
    expect(parsePiece("B>K")).toMatchObject({ colour: "blue", kind: "edge", symbols: 0, edge: "black" });
    expect(parsePiece("RJ")).toMatchObject({ colour: "red", kind: "jump", symbols: 0 });
    expect(parsePiece("PM")).toMatchObject({ colour: "purple", kind: "shift" });
    expect(parsePiece("GS")).toMatchObject({ colour: "green", kind: "start", symbols: 1 });
  });

  it("are rejected if they name no tile", () => {
    for (const code of ["", "X1", "K", "K>", "K>X", "K33", "KQ"])
      expect(() => parsePiece(code)).toThrow("not a tile of Kerala");
  });

  it("cover 45 game tiles and 5 start tiles, each with its own symbol", () => {
    expect(GAME_TILES).toHaveLength(45);
    expect(START_TILES).toEqual(["BS", "KS", "RS", "GS", "PS"]);
    expect(facesOf("red")).toEqual(["R1", "R2", "R3", "R>B", "R>K", "R>G", "R>P", "RJ", "RM"]);
    expect(new Set([...GAME_TILES, ...START_TILES].map(symbolId)).size).toBe(50);
  });

  it("rotate a fringe clockwise from the north", () => {
    expect(["N", "E", "S", "W"].map((side) => turnOf(side as "N"))).toEqual([0, 90, 180, 270]);
    expect(turnOf(null)).toBe(0);
  });
});

describe("colours", () => {
  it("have a text contrast of at least 4.5:1", () => {
    for (const colour of COLOURS) expect(contrast(FILL[colour], TEXT_ON[colour])).toBeGreaterThanOrEqual(4.5);
  });
});

/** Return the WCAG contrast of two #rrggbb colours. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
