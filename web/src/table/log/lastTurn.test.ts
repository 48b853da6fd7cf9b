import { expect, test } from "vitest";
import type { GameEvent } from "../contract";
import { lastTurns } from "./lastTurn";

function event(seat: number | null, turn: number, action: string, cell?: [number, number]): GameEvent {
  const log = { key: "x", params: cell ? { cell } : {} };
  return {
    seq: 1,
    ply: 0,
    seat,
    kind: seat === null ? "chance" : "act",
    action,
    log,
    turn,
    barrier: false,
    at: "",
  };
}

test("each seat's last turn has its actions since the turn began, with the places they named", () => {
  const turns = lastTurns([
    event(0, 1, "take", [0, 0]),
    event(null, 1, "draw", [9, 9]),
    event(1, 2, "step", [1, 1]),
    event(0, 3, "lift", [2, 2]),
    event(0, 3, "drop", [3, 3]),
    event(0, 3, "turn", [2, 2]),
  ]);
  expect(turns[0]?.events.map((one) => one.action)).toEqual(["lift", "drop", "turn"]);
  expect(turns[0]?.cells).toEqual([
    [3, 3],
    [2, 2],
  ]);
  expect(turns[1]?.cells).toEqual([[1, 1]]);
  expect(lastTurns([])).toEqual({});
});
