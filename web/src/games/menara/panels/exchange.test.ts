import { describe, expect, it } from "vitest";
import type { GameEvent } from "../../../table/contract";
import { columns, sampleView } from "../text/samples";
import type { Choice } from "../wire";
import { inOrder, swapsMade, swapsOpen } from "./exchange";

const event = (action: string, kind = "act"): GameEvent => ({ action, kind }) as GameEvent;

describe("an exchange with the camp", () => {
  const made = [{ give: "white", take: "red" }] as const;
  const view = sampleView({
    phase: "exchange",
    seat: 0,
    hands: [columns({ yellow: 4, red: 3, black: 1, white: 1 })],
    camp: columns({ yellow: 1, red: 4, white: 1 }),
  });
  const offered: Choice[] = [
    { action: "done", kind: "done" },
    { action: "give white take red", kind: "swap", give: "white", take: "red" },
  ];

  it("continues in any order, except for columns exchanged just now", () => {
    expect(swapsOpen(view, offered, [])).toHaveLength(1);
    expect(swapsOpen(view, offered, made).map(({ give, take }) => `${give} ${take}`)).toEqual([
      "yellow red",
      "black yellow",
      "black red",
      "white yellow",
      "white red",
    ]);
  });

  it("is sent in the order of the rules", () => {
    expect(inOrder([...made, { give: "black", take: "yellow" }])).toEqual([
      "give black take yellow",
      "give white take red",
    ]);
  });

  it("is read from the end of the log", () => {
    const log = ["give red take blue", "draw red", "give white take red", "give white take red"];
    const events = log.map((action) => event(action, action.startsWith("draw") ? "chance" : "act"));
    expect(swapsMade([...events, event("5", "back")])).toEqual([made[0], made[0]]);
    expect(swapsMade([...events, event("done")])).toEqual([]);
  });
});
