import { describe, expect, it } from "vitest";
import type { GameEvent } from "../../../table/contract";
import { inOrder, swapsMade } from "./exchange";

const event = (action: string, kind = "act"): GameEvent => ({ action, kind }) as GameEvent;

describe("an exchange with the camp", () => {
  const made = [{ give: "white", take: "red" }] as const;

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
