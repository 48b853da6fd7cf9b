import { describe, expect, it } from "vitest";
import type { AnyView, GameEvent } from "../contract";
import { othersActed, type Shown, since } from "./since";

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
const shown = (n: number, ...recent: GameEvent[]): Shown => ({ view: view(n), recent });
const told = (pictures: readonly Shown[], ...next: Shown[]): Shown[] =>
  next.reduce<Shown[]>((all, one) => since(all, one, [0]), [...pictures]);

describe("what the others have done", () => {
  it("begins from the picture after my last decision", () => {
    const all = told(
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

  it("is nothing after a decision of mine, after what was taken back, and after chance alone", () => {
    expect(othersActed(told([], shown(1, event(1)), shown(2, event(0))), [0])).toBe(false);
    expect(told([], shown(1), shown(2, event(1)), shown(3, event(1, "back")))).toEqual([shown(3)]);
    expect(othersActed(told([], shown(1), shown(2, event(null))), [0])).toBe(false);
  });

  it("is a turn of chance alone, too, once it is over: also where it comes with my decision", () => {
    const [mine, theirs, next] = [event(0), event(null, "chance", 1), event(null, "chance", 0)];
    expect(othersActed(told([], shown(1, mine), shown(2, theirs)), [0])).toBe(false);
    expect(othersActed(told([], shown(1, mine), shown(2, theirs, next)), [0])).toBe(true);
    expect(othersActed(told([], shown(1, mine), shown(2, theirs, next)), [0, 1])).toBe(false);
    const all = told([], shown(1), shown(2, mine, theirs, next));
    expect([all, othersActed(all, [0])]).toEqual([[shown(2, theirs, next)], true]);
  });

  it("begins with the first picture, and forgets what is long ago", () => {
    expect(told([], shown(1, event(1)))).toEqual([shown(1)]);
    const many = told([], shown(0), ...Array.from({ length: 100 }, (_, n) => shown(n + 1, event(1))));
    expect(many).toHaveLength(60);
    expect(many.at(-1)?.view).toEqual(view(100));
  });
});
