import { describe, expect, it, vi } from "vitest";
import { placeAhead, placeKey, tabStop } from "./placeKeys";

type Cell = [number, number];
const at = (cell: Cell) => cell;
const cells: Cell[] = [
  [0, 0],
  [2, 0],
  [1, 1],
  [1, -3],
];

describe("arrow keys", () => {
  it("move to the nearest place in their direction, preferring straight over diagonal", () => {
    expect(placeAhead([0, 0], [1, 0], cells, at)).toEqual([2, 0]);
    expect(placeAhead([0, 0], [0, 1], cells, at)).toEqual([1, 1]);
    expect(placeAhead([0, 0], [0, -1], cells, at)).toEqual([1, -3]);
    expect(placeAhead([0, 0], [-1, 0], cells, at)).toBeNull();
  });

  it("move to the first of two equally near places", () => {
    const straight: Cell = [4, 0];
    const diagonal: Cell = [2, 1];
    expect(placeAhead([0, 0], [1, 0], [straight, diagonal], at, 2)).toEqual(straight);
    expect(placeAhead([0, 0], [1, 0], [diagonal, straight], at, 2)).toEqual(diagonal);
  });
});

describe("a key on a place", () => {
  const press = (key: string, shiftKey = false) => {
    const event = { key, shiftKey, preventDefault: vi.fn() } as unknown as KeyboardEvent;
    const places = { choosable: [[9, 0] as Cell], all: cells, at, focus: vi.fn(), pick: vi.fn() };
    return { known: placeKey(event, [0, 0], places), event, ...places };
  };

  it("moves between places that can be chosen, with Shift between all", () => {
    expect(press("ArrowRight").focus).toHaveBeenCalledExactlyOnceWith([9, 0]);
    expect(press("ArrowRight", true).focus).toHaveBeenCalledExactlyOnceWith([2, 0]);
  });

  it("chooses with Enter and the space bar", () => {
    expect(press("Enter").pick).toHaveBeenCalledExactlyOnceWith([0, 0]);
    expect(press(" ").event.preventDefault).toHaveBeenCalledOnce();
  });

  it("is ignored if it is any other key", () => {
    const other = press("x");
    expect(other.known).toBe(false);
    expect(other.event.preventDefault).not.toHaveBeenCalled();
  });
});

it("the Tab stop is the last focused place, else the first that can be chosen", () => {
  expect(tabStop("a", new Set(["a", "b"]), "z")).toBe("a");
  expect(tabStop("c", new Set(["b"]), "z")).toBe("b");
  expect(tabStop("c", new Set<string>(), "z")).toBe("c");
  expect(tabStop(null, new Set<string>(), "z")).toBe("z");
});
