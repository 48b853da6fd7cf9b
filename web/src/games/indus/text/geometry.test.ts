import { describe, expect, it } from "vitest";
import { placeAhead } from "../../../table/board/placeKeys";
import { BADGE_HEIGHT, type BadgeRuin, badgeWidth, placeBadges, signsOf, widestBadge } from "../art/badges";
import { areaPath, chains, ends, INSET, LANE, outlines, type Shape } from "./geometry";
import { cellOf, FIELDS, fieldOf, lineOf, middleOf, SPACES, spotOf } from "./grid";
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

  it("names cells by column and row", () => {
    expect(cellOf("42")).toEqual([2, 4]);
    expect(fieldOf([2, 4])).toBe("42");
    expect(spotOf("E4")).toEqual([7, 4]);
    expect(middleOf("11")).toEqual([50, 50]);
    expect(middleOf("N1")[1]).toBeLessThan(0);
  });

  it("lets arrow keys cross from the ring over the fields to the other side", () => {
    const all = [...FIELDS, ...SPACES];
    expect(placeAhead("N2", [0, 1], all, spotOf)).toBe("12");
    expect(placeAhead("62", [0, 1], all, spotOf)).toBe("S2");
    expect(placeAhead("N2", [1, 0], all, spotOf)).toBe("N3");
    expect(placeAhead("N2", [0, -1], all, spotOf)).toBeNull();
    expect(placeAhead("N1", [1, 0], ["42", "E3", "S6"], spotOf)).toBe("42");
  });
});

function shape(line: string): Shape {
  return ruinOf(`X1 canal ${line}`);
}

describe("lines", () => {
  it("form one chain with bends and ends within the last fields", () => {
    expect(chains(shape("11,12,22 11-12 12-22"), 40)).toEqual([
      [
        [32, 40],
        [140, 40],
        [140, 168],
      ],
    ]);
  });

  it("branch at fields with three links, each link drawn once", () => {
    const way = chains(shape("32,42,43,52 32-42 42-43 42-52"), 40);
    expect(way).toHaveLength(3);
    expect(way.every((points) => points.some(([x, y]) => x === 140 && y === 340))).toBe(true);
  });

  it("may form a ring or a single field", () => {
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

  it("do not touch a neighbour without a link", () => {
    const [left, right] = [chains(shape("11,12 11-12"), 40), chains(shape("13,14 13-14"), 40)];
    const reach = Math.max(...left.flat().map(([x]) => x));
    const begin = Math.min(...right.flat().map(([x]) => x));
    expect(begin - reach).toBeGreaterThan(50);
  });

  it("stay in the lane of their kind", () => {
    const lanes = Object.values(LANE).toSorted((a, b) => a - b);
    for (const [i, lane] of lanes.entries())
      if (i > 0) expect(lane - (lanes[i - 1] ?? 0)).toBeGreaterThan(21);
  });

  it("follow the first board's canal from end to end", () => {
    const canal = firstRuins.find((ruin) => ruin.name === "C1") as Shape;
    expect(chains(canal, LANE.canal)).toHaveLength(1);
    expect(ends(canal, "canal")).toHaveLength(2);
  });
});

describe("areas", () => {
  it("have one outline around joined fields, inset", () => {
    expect(outlines(shape("11,12 11-12"), 5)).toEqual([
      [
        [195, 5],
        [195, 95],
        [5, 95],
        [5, 5],
      ],
    ]);
  });

  it("are inset at inner corners, too", () => {
    const [loop] = outlines(shape("15,16,26 15-16 16-26"), 5);
    expect(loop).toHaveLength(6);
    expect(loop).toContainEqual([505, 95]);
  });

  it("leave a gap to an unconnected neighbour of the same kind", () => {
    const [left] = outlines(shape("11"));
    const [right] = outlines(shape("12"));
    const gap = Math.min(...(right ?? []).map(([x]) => x)) - Math.max(...(left ?? []).map(([x]) => x));
    expect(gap).toBe(2 * INSET);
  });

  it("fill the middle of four joined fields, and leave a courtyard within eight", () => {
    expect(outlines(shape("11,12,21,22 11-12 12-22 21-22 11-21"))).toHaveLength(1);
    const ring = "11-12 12-13 13-23 23-33 33-32 32-31 31-21 21-11";
    expect(outlines(shape(`11,12,13,21,23,31,32,33 ${ring}`))).toHaveLength(2);
    expect(areaPath(shape("11")).endsWith("Z")).toBe(true);
  });
});

/** Two crowded boards: one with two canals and large buildings, and one with the most ruins. */
const CROWDED = {
  "M1,K2,K3,K5,K7": [
    "B1 building 11,21,31 11-21 21-31",
    "B2 building 41,42,51,52,61,62 41-42 41-51 42-52 51-52 51-61 52-62 61-62",
    "B3 building 46,55,56,65,66 46-56 55-56 55-65 56-66 65-66",
    "G1 graveyard 15,16,26 15-16 16-26",
    "G2 graveyard 43",
    "G3 graveyard 63",
    "G4 graveyard 64",
    "C1 canal 11,21,22,23,33,34,44,54,64 11-21 21-22 22-23 23-33 33-34 34-44 44-54 54-64",
    "P1 path 24,25,34,35 24-25 24-34 25-35",
    "P2 path 31,32,33 31-32 32-33",
    "P3 path 43,53,63 43-53 53-63",
    "P4 path 44,45,46 44-45 45-46",
    "A1 alley 13,14,23,24 13-23 14-24 23-24",
    "A2 alley 32,42,43 32-42 42-43",
    "A3 alley 34,35,45,53,54,55 34-35 35-45 45-55 53-54 54-55",
    "T1 wall 12,13,14,15 12-13 13-14 14-15",
    "T2 wall 21,31,41 21-31 31-41",
    "T3 wall 36,46 36-46",
    "T4 wall 62,63,64 62-63 63-64",
  ],
  "M1,K1,K4,K2,K7": [
    "B1 building 11,12,21,22 11-12 11-21 12-22 21-22",
    "B2 building 41,42,51,52,61,62 41-42 41-51 42-52 51-52 51-61 52-62 61-62",
    "B3 building 46,56,66 46-56 56-66",
    "G1 graveyard 15",
    "G2 graveyard 26,36 26-36",
    "G3 graveyard 43",
    "G4 graveyard 63",
    "C1 canal 11,12,13,23,33,34,44,54,55,56,66 11-12 12-13 13-23 23-33 33-34 34-44 44-54 54-55 55-56 56-66",
    "P1 path 22,32,33 22-32 32-33",
    "P2 path 24,25,34 24-25 24-34",
    "P3 path 43,53,63 43-53 53-63",
    "P4 path 44,45,46 44-45 45-46",
    "A1 alley 23,24 23-24",
    "A2 alley 25,34,35,45 25-35 34-35 35-45",
    "A3 alley 32,42,43 32-42 42-43",
    "A4 alley 53,54,64 53-54 54-64",
    "T1 wall 13,14,15,16 13-14 14-15 15-16",
    "T2 wall 21,31,41 21-31 31-41",
    "T3 wall 36,46,56 36-46 46-56",
    "T4 wall 62,63,64,65 62-63 63-64 64-65",
  ],
};

describe("badges", () => {
  const boards = {
    first: firstRuins,
    ...Object.fromEntries(Object.entries(CROWDED).map(([name, lines]) => [name, lines.map(ruinOf)])),
  };

  it.each(Object.entries(boards))("are there once for every ruin of %s, on one of its fields", (_, ruins) => {
    const badges = placeBadges(ruins);
    expect(badges.map((badge) => badge.name)).toEqual(ruins.map((ruin) => ruin.name));
    for (const [i, { name, x, y }] of badges.entries()) {
      const beside = [-1, 1].flatMap((dx) =>
        [-1, 1].map((dy) => fieldOf([Math.floor((x + dx) / 100) + 1, Math.floor((y + dy) / 100) + 1])),
      );
      expect(
        beside.some((field) => ruins[i]?.fields.includes(field)),
        name,
      ).toBe(true);
    }
  });

  it.each(Object.entries(boards))("of %s do not lie on one another, whoever leads", (_, ruins) => {
    const boxes = placeBadges(ruins).map(({ name, x, y }, i) => ({
      name,
      x,
      y,
      half: widestBadge(ruins[i] as BadgeRuin) / 2,
    }));
    for (const [i, a] of boxes.entries()) {
      expect(a.x - a.half, a.name).toBeGreaterThanOrEqual(-7);
      expect(a.x + a.half, a.name).toBeLessThanOrEqual(607);
      for (const b of boxes.slice(i + 1)) {
        const apart = Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= BADGE_HEIGHT;
        expect(apart, `${a.name} ${b.name}`).toBe(true);
      }
    }
  });

  it("have space for the signs of all leaders", () => {
    for (const leaders of [1, 2, 3, 4]) {
      const room = badgeWidth([2], leaders) - badgeWidth([2]);
      const signs = signsOf(leaders);
      expect(signs).toHaveLength(leaders);
      for (const { x, y, r } of signs) {
        expect(x + r).toBeLessThanOrEqual(room);
        expect(Math.abs(y) + r).toBeLessThanOrEqual(BADGE_HEIGHT / 2);
      }
    }
  });
});
