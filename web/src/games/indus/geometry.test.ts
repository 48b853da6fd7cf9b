import { describe, expect, it } from "vitest";
import { badgeWidth, placeBadges } from "./badges";
import { areaPath, chains, ends, INSET, LANE, linePath, outlines, type Shape } from "./geometry";
import { ahead, cellOf, FIELDS, fieldOf, lineOf, middleOf, SPACES, spotOf } from "./grid";
import { firstRuins, ruinOf } from "./samples";

describe("the grid", () => {
  it("knows the landing fields of every start space", () => {
    expect(lineOf("N2")).toEqual(["12", "22", "32", "42", "52", "62"]);
    expect(lineOf("S5")).toEqual(["65", "55", "45", "35", "25", "15"]);
    expect(lineOf("W3")).toEqual(["31", "32", "33", "34", "35", "36"]);
    expect(lineOf("E4")).toEqual(["46", "45", "44", "43", "42", "41"]);
  });

  it("has 36 fields and 24 start spaces, clockwise", () => {
    expect(FIELDS).toHaveLength(36);
    expect(SPACES).toHaveLength(24);
    expect([SPACES[0], SPACES[6], SPACES[12], SPACES[18], SPACES[23]]).toEqual([
      "N1",
      "E1",
      "S6",
      "W6",
      "W1",
    ]);
  });

  it("calls cells by column and row", () => {
    expect(cellOf("42")).toEqual([2, 4]);
    expect(fieldOf([2, 4])).toBe("42");
    expect(spotOf("E4")).toEqual([7, 4]);
    expect(middleOf("11")).toEqual([50, 50]);
    expect(middleOf("N1")[1]).toBeLessThan(0);
  });

  it("leads arrow keys from the ring over the fields to the other side", () => {
    const all = [...FIELDS, ...SPACES];
    expect(ahead("N2", [0, 1], all)).toBe("12");
    expect(ahead("62", [0, 1], all)).toBe("S2");
    expect(ahead("N2", [1, 0], all)).toBe("N3");
    expect(ahead("N2", [0, -1], all)).toBeNull();
    expect(ahead("N1", [1, 0], ["42", "E3", "S6"])).toBe("42");
  });
});

function shape(line: string): Shape {
  return ruinOf(`X1 canal ${line}`);
}

describe("lines", () => {
  it("are one chain with its bends and ends within the last fields", () => {
    expect(chains(shape("11,12,22 11-12 12-22"), 40)).toEqual([
      [
        [32, 40],
        [140, 40],
        [140, 168],
      ],
    ]);
  });

  it("part where three sides go on, each link drawn once", () => {
    const way = chains(shape("32,42,43,52 32-42 42-43 42-52"), 40);
    expect(way).toHaveLength(3);
    expect(way.every((points) => points.some(([x, y]) => x === 140 && y === 340))).toBe(true);
  });

  it("may run in a ring or stand alone", () => {
    const ring = chains(shape("11,12,21,22 11-12 12-22 21-22 11-21"), 40);
    expect(ring).toHaveLength(1);
    expect(ring[0]?.[0]).toEqual(ring[0]?.at(-1));
    expect(chains(shape("11"), 40)).toEqual([
      [
        [16, 40],
        [84, 40],
      ],
    ]);
  });

  it("do not reach a neighbour that they are not linked with", () => {
    const [left, right] = [chains(shape("11,12 11-12"), 40), chains(shape("13,14 13-14"), 40)];
    const reach = Math.max(...left.flat().map(([x]) => x));
    const begin = Math.min(...right.flat().map(([x]) => x));
    expect(begin - reach).toBeGreaterThan(50);
  });

  it("keep to lanes of their own", () => {
    const lanes = Object.values(LANE).toSorted((a, b) => a - b);
    for (const [i, lane] of lanes.entries())
      if (i > 0) expect(lane - (lanes[i - 1] ?? 0)).toBeGreaterThan(21);
  });

  it("follow the first board's canal from end to end", () => {
    const canal = firstRuins.find((ruin) => ruin.name === "C1") as Shape;
    expect(chains(canal, LANE.canal)).toHaveLength(1);
    expect(ends(canal, "canal")).toHaveLength(2);
    expect(linePath(canal, "canal").match(/M/g)).toHaveLength(1);
    expect(linePath(canal, "canal").match(/Q/g)).toHaveLength(5);
  });
});

describe("areas", () => {
  it("have one outline around joined fields, set in", () => {
    expect(outlines(shape("11,12 11-12"), 5)).toEqual([
      [
        [195, 5],
        [195, 95],
        [5, 95],
        [5, 5],
      ],
    ]);
  });

  it("are set in at inner corners too", () => {
    const [loop] = outlines(shape("15,16,26 15-16 16-26"), 5);
    expect(loop).toHaveLength(6);
    expect(loop).toContainEqual([505, 95]);
  });

  it("show a gap to a neighbour of the same kind that is not joined", () => {
    const [left] = outlines(shape("11"));
    const [right] = outlines(shape("12"));
    const gap = Math.min(...(right ?? []).map(([x]) => x)) - Math.max(...(left ?? []).map(([x]) => x));
    expect(gap).toBe(2 * INSET);
  });

  it("fill the middle of four joined fields, and leave a court free within eight", () => {
    expect(outlines(shape("11,12,21,22 11-12 12-22 21-22 11-21"))).toHaveLength(1);
    const ring = "11-12 12-13 13-23 23-33 33-32 32-31 31-21 21-11";
    expect(outlines(shape(`11,12,13,21,23,31,32,33 ${ring}`))).toHaveLength(2);
    expect(areaPath(shape("11")).endsWith("Z")).toBe(true);
  });
});

describe("badges", () => {
  const badges = placeBadges(firstRuins);

  it("are there once for every ruin, on one of its fields", () => {
    expect(badges.map((badge) => badge.name)).toEqual(firstRuins.map((ruin) => ruin.name));
    for (const badge of badges) {
      const ruin = firstRuins.find((one) => one.name === badge.name);
      const near = [-1, 0, 1].map((dx) =>
        fieldOf([Math.floor((badge.x + dx) / 100) + 1, Math.floor(badge.y / 100) + 1]),
      );
      const above = fieldOf([Math.floor(badge.x / 100) + 1, Math.floor((badge.y - 1) / 100) + 1]);
      expect(
        [...near, above].some((field) => ruin?.fields.includes(field)),
        badge.name,
      ).toBe(true);
    }
  });

  it("do not lie on one another", () => {
    for (const [i, a] of badges.entries()) {
      for (const [j, b] of badges.entries()) {
        if (j <= i) continue;
        const width = (badgeWidth(firstRuins[i]?.values ?? []) + badgeWidth(firstRuins[j]?.values ?? [])) / 2;
        const apart = Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= 27;
        expect(apart, `${a.name} ${b.name}`).toBe(true);
      }
    }
  });
});
