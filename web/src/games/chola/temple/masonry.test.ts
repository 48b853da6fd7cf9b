import { describe, expect, it } from "vitest";
import { UNIT } from "../board/geometry";
import { ENTRANCE, SQUARES } from "../text/samples";
import { ledgesOf, outlineOfStoreys, storeysOf, WALL, wall } from "./masonry";

describe("the masonry of the tower", () => {
  const storeys = storeysOf([...SQUARES, ...ENTRANCE], 13);

  it("has a storey for every width, from the ground up", () => {
    expect(storeys.map(({ left, right }) => (right - left) / UNIT)).toEqual([14, 12, 10, 8, 6, 4, 2]);
    expect(storeys.map(({ top, bottom }) => (bottom - top) / UNIT)).toEqual([3, 3, 2, 1, 2, 1, 1]);
    expect(storeys[0]?.bottom).toBe(13 * UNIT);
    expect(storeys.at(-1)?.top).toBe(0);
  });

  it("has two ledges between storeys, none of them on a square that can be built", () => {
    const ledges = ledgesOf(storeys);
    expect(ledges).toHaveLength(12);
    for (const { x, y } of ledges) {
      const above = `${String.fromCharCode(97 + Math.floor(x / UNIT))}${13 - y / UNIT + 1}`;
      expect(SQUARES).not.toContain(above);
    }
  });

  it("has a ledge only where it steps back", () => {
    expect(ledgesOf(storeysOf(["a1", "b1", "c1", "a2"], 2))).toEqual([{ x: 80, y: 40 }]);
    expect(ledgesOf(storeysOf(["b1", "a2", "b2", "c2"], 2))).toEqual([]);
  });

  it("is drawn as one line around all squares", () => {
    expect(outlineOfStoreys(storeysOf(["a1", "b1"], 1))).toBe("M0 40V0L80 0V40Z");
    expect(outlineOfStoreys(storeysOf(["a1", "b1", "c1", "b2"], 2))).toBe(
      "M0 80V40L40 40V0L80 0V40L120 40V80Z",
    );
  });

  it("repeats a deterministic wall tile, with every block in one of the tones", () => {
    const { blocks } = wall();
    expect(wall().blocks).toEqual(blocks);
    expect(blocks.join("").split("M")).toHaveLength(WALL.columns * WALL.rows + 1);
  });
});
