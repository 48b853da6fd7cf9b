import { describe, expect, it, test } from "vitest";
import { partAt, sameFaceObject } from "../board/land";
import { blocksOf, shapesOf } from "../geometry/ground";
import { APOTHEM, distance, edgeMiddle, onOutline, type Point, R } from "../geometry/hex";
import { decorateTile } from "../geometry/tileLayout";
import { drawnFace } from "../geometry/tilePaths";
import { FACES, sampleView } from "../text/samples";
import { OUTLINE } from "./influencerSeals";

function area(ring: Point[]): number {
  return Math.abs(
    ring.reduce((sum, a, i) => {
      const b = ring[(i + 1) % ring.length] as Point;
      return sum + (a.x * b.y - b.x * a.y) / 2;
    }, 0),
  );
}

const HEXAGON = (3 * Math.sqrt(3) * R * R) / 2;

describe.each(Object.entries(FACES))("%s", (_, face) => {
  const shapes = shapesOf(face);

  it("land, farms and ponds fill the hexagon without overlap", () => {
    const sum = shapes
      .filter(({ part }) => part.kind !== "road")
      .reduce((all, { ring }) => all + area(ring), 0);
    expect(sum / HEXAGON).toBeCloseTo(1, 2);
  });

  it("roads leave at the middle of their edges, borders end at corners", () => {
    for (const { part, road, borders } of shapes) {
      if (road) expect(distance(road[0] as Point, edgeMiddle(part.edges[0] as number))).toBeLessThan(0.01);
      if (road && part.edges.length === 2)
        expect(distance(road.at(-1) as Point, edgeMiddle(part.edges[1] as number))).toBeLessThan(0.01);
      if (part.kind === "farm" || part.kind === "pond")
        for (const line of borders)
          for (const end of [line[0], line.at(-1)])
            expect(Math.hypot((end as Point).x, (end as Point).y)).toBeCloseTo(R, 3);
    }
  });

  it("every part has a free spot within the tile", () => {
    const spots = shapes.map(({ spot }) => spot);
    spots.forEach((spot, i) => {
      expect(Math.hypot(spot.x, spot.y)).toBeLessThan(APOTHEM);
      for (const other of spots.slice(i + 1)) expect(distance(spot, other)).toBeGreaterThan(12);
    });
  });

  it("all support signs are upright and side by side in every rotation", () => {
    for (let rotation = 0; rotation < 6; rotation++) {
      const { signs } = drawnFace(face, rotation);
      expect(Object.fromEntries(signs.map((sign) => [sign.influencer, sign.value]))).toEqual(face.support);
      signs.forEach((sign, i) => {
        expect(Math.hypot(sign.at.x, sign.at.y)).toBeLessThan(APOTHEM);
        for (const other of signs.slice(i + 1)) expect(distance(sign.at, other.at)).toBeGreaterThan(40);
      });
    }
  });
});

test("a farm's border leaves its corner at the same point on both sides of the edge, for all tiles", () => {
  const slope = (line: Point[]): number => {
    const [a, b] = [line[0] as Point, line[1] as Point];
    const corner = Math.atan2(a.y, a.x);
    const way = Math.atan2(a.y - b.y, a.x - b.x);
    return Math.abs(Math.sin(way - corner));
  };
  for (const face of Object.values(FACES))
    for (const { part, borders } of shapesOf(face))
      if (part.kind !== "land" && part.kind !== "road")
        for (const line of borders) expect(slope(line)).toBeLessThan(0.2);
});

test("the edges of an area are grouped into runs, clockwise and across the east", () => {
  expect(blocksOf([0, 5])).toEqual([{ first: 5, length: 2 }]);
  expect(blocksOf([0, 3])).toEqual([
    { first: 0, length: 1 },
    { first: 3, length: 1 },
  ]);
  expect(blocksOf([0, 1, 2, 3, 4, 5])).toEqual([{ first: 0, length: 6 }]);
});

test("rotating a tile rotates its paths: the road of H01 ends at its edges", () => {
  const face = FACES.H01 as NonNullable<(typeof FACES)["H01"]>;
  const [first] = drawnFace(face, 2).lines.road.slice(1).split("C");
  const [x, y] = (first as string).split(" ").map(Number);
  const end = edgeMiddle(2);
  expect(Math.hypot((x as number) - end.x * 1.01, (y as number) - end.y * 1.01)).toBeLessThan(0.2);
});

test("a face is drawn once and stays the same object", () => {
  const copy = structuredClone(FACES.H21);
  expect(sameFaceObject(copy as never)).toBe(sameFaceObject(structuredClone(copy) as never));
  expect(decorateTile(FACES.H21 as never)).toBe(decorateTile(copy as never));
});

test("the part at a point: road, wedge and outer land, also on a rotated tile", () => {
  const view = sampleView({
    tiles: [
      { cell: [0, 0], tile: "H01", rotation: 0 },
      { cell: [1, 0], tile: "H57", rotation: 3 },
    ],
  });
  expect(partAt(view, [0, 0], edgeMiddle(0))).toBe(0);
  const corner = onOutline(2);
  expect(partAt(view, [0, 0], { x: corner.x * 0.95, y: corner.y * 0.95 })).toBe(2);
  expect(partAt(view, [0, 0], { x: -60, y: 0 })).toBe(1);
  expect(partAt(view, [5, 5], { x: 0, y: 0 })).toBeNull();
  const temple = decorateTile(FACES.H57 as never).building as Point;
  expect(partAt(view, [1, 0], { x: -temple.x, y: -temple.y })).toBe("building");
});

test("no two influencers share an outline", () => {
  expect(new Set(Object.values(OUTLINE)).size).toBe(6);
});
