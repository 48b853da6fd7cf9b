import { expect, test } from "vitest";
import { pointsOrigin as inChola } from "../../games/chola/text/pointsOrigin";
import { pointsOrigin as inHampi } from "../../games/hampi/text/pointsOrigin";
import { pointsOrigin as inIndus } from "../../games/indus/text/pointsOrigin";
import { pointsOrigin as inKerala } from "../../games/kerala/text/pointsOrigin";
import type { View } from "../../games/kerala/wire";
import type { GameEvent } from "../contract";
import { turnOf } from "./flyingPoints";

function event(seq: number, more: Partial<GameEvent> = {}): GameEvent {
  const log = { key: "", params: {} };
  return { seq, ply: seq, seat: 0, kind: "act", action: "", log, turn: 1, barrier: false, at: "", ...more };
}

function eventOf(key: string, params: Record<string, unknown>): GameEvent {
  return event(1, { log: { key, params } });
}

test("points fly from the turn just completed", () => {
  const [took, laid, turned] = [event(1, { turn: 2 }), event(2, { turn: 3 }), event(3, { turn: 3 })];
  expect(turnOf([turned], [took, laid, turned])).toEqual([laid, turned]);
});

test("nothing flies after a take-back, or if the page does not know the events", () => {
  expect(turnOf([event(4, { kind: "back" })], [event(2)])).toEqual([]);
  expect(turnOf([], [event(2)])).toEqual([]);
});

test("every game names an element that is rendered at the place", () => {
  const platforms = [{ cells: [{ id: 7, cell: [0, -1] }] }];
  const step = eventOf("kerala.log.step", { cell: [0, -1] });
  expect(inKerala(step, 0, { platforms } as unknown as View)).toBe('[data-flip="cell-0-7"]');
  expect(inKerala(step, 1, { platforms } as unknown as View)).toBeNull();
  expect(inIndus(eventOf("indus.log.move", { cell: [3, 5] }))).toBe('[data-flip="field-53"]');
  expect(inChola(eventOf("chola.log.carved", { slot: "S9", cells: [[0, 1]] }))).toBe('[data-flip="S9"]');
});

test("a zone pays its leaders at the zone; other points come from the tile", () => {
  const zones = [
    {
      leaders: [1],
      cells: [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
    },
  ];
  const laid = eventOf("hampi.log.place", { cell: [2, 2], zones });
  expect(inHampi(laid, 1)).toBe('[data-cell="0,1"]');
  expect(inHampi(laid, 0)).toBe('[data-cell="2,2"]');
});
