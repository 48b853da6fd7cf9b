import { describe, expect, it } from "vitest";
import type { AnyView, GameEvent } from "../contract";
import { catchUpSnapshots, othersActed, type ShownSnapshot } from "./catchUp";

const view = (n: number): AnyView => ({ n }) as unknown as AnyView;
const event = (seat: number | null, kind = seat === null ? "chance" : "act", drawn?: number): GameEvent =>
  ({
    seat,
    kind,
    seq: 1,
    ply: 0,
    action: "",
    log: { key: "", params: { seat: drawn } },
    turn: 1,
    barrier: false,
    at: "",
  }) as GameEvent;
const shown = (n: number, ...recent: GameEvent[]): ShownSnapshot => ({ view: view(n), recent });
const caughtUp = (pictures: readonly ShownSnapshot[], ...next: ShownSnapshot[]): ShownSnapshot[] =>
  next.reduce<ShownSnapshot[]>((all, one) => catchUpSnapshots(all, one, [0]), [...pictures]);

describe("the others' actions", () => {
  it("begin with the view after my last action", () => {
    const all = caughtUp(
      [],
      shown(1),
      shown(2, event(0)),
      shown(3, event(1)),
      shown(4, event(null)),
      shown(5, event(1)),
    );
    expect(all.map((one) => one.view)).toEqual([2, 3, 4, 5].map(view));
    expect(all[0]?.recent).toEqual([]);
    expect(othersActed(all, [0])).toBe(true);
  });

  it("are empty after my own action, after a take-back, and after chance alone", () => {
    expect(othersActed(caughtUp([], shown(1, event(1)), shown(2, event(0))), [0])).toBe(false);
    expect(caughtUp([], shown(1), shown(2, event(1)), shown(3, event(1, "back")))).toEqual([shown(3)]);
    expect(othersActed(caughtUp([], shown(1), shown(2, event(null))), [0])).toBe(false);
  });

  it("include a completed turn of chance alone, also if it arrives with my action", () => {
    const [mine, theirs, next] = [event(0), event(null, "chance", 1), event(null, "chance", 0)];
    expect(othersActed(caughtUp([], shown(1, mine), shown(2, theirs)), [0])).toBe(false);
    expect(othersActed(caughtUp([], shown(1, mine), shown(2, theirs, next)), [0])).toBe(true);
    expect(othersActed(caughtUp([], shown(1, mine), shown(2, theirs, next)), [0, 1])).toBe(false);
    const all = caughtUp([], shown(1), shown(2, mine, theirs, next));
    expect([all, othersActed(all, [0])]).toEqual([[shown(2, theirs, next)], true]);
  });

  it("begin with the first view and have a maximum length", () => {
    expect(caughtUp([], shown(1, event(1)))).toEqual([shown(1)]);
    const many = caughtUp([], shown(0), ...Array.from({ length: 100 }, (_, n) => shown(n + 1, event(1))));
    expect(many).toHaveLength(60);
    expect(many.at(-1)?.view).toEqual(view(100));
  });
});
