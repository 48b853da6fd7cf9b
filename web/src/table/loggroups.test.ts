import { expect, test } from "vitest";
import { addMessages } from "../lib/i18n.svelte";
import type { GameEvent, Pieces } from "./contract";
import { grouped } from "./loggroups";
import { around, entry, fragment, sentence } from "./logtext";

let seq = 0;

function event(
  kind: string,
  seat: number | null,
  turn: number,
  key: string,
  params: Record<string, unknown> = {},
): GameEvent {
  seq += 1;
  return { seq, ply: seq - 1, seat, kind, action: key, log: { key, params }, turn, barrier: false, at: "" };
}

const seats = [
  { seat: 0, name: "Asha", kind: "person" as const, mine: true, connected: true, standIn: false },
];
const pieces = { params: ["tile"], name: (code: string) => `tile ${code}` } as unknown as Pieces;

addMessages({
  "toy.draw": "Drawn: {tile}.",
  "toy.draw.run": "Drawn: {items}.",
  "toy.draw.item": "{tile}",
  "toy.take": "{name} takes {tile}.",
  "toy.take.part": "takes {tile}",
  "toy.stay": "{name} stays.",
});

test("a run of one kind of chance is a line, a turn is a paragraph, its end goes without saying", () => {
  const groups = grouped([
    event("chance", null, 0, "toy.colour"),
    event("chance", null, 0, "toy.draw"),
    event("chance", null, 0, "toy.draw"),
    event("act", 0, 1, "toy.take"),
    event("act", 0, 1, "toy.stay"),
    event("confirm", 0, 1, "table.log.confirm"),
    event("chance", null, 1, "toy.draw"),
    event("back", 0, 1, "table.log.back"),
    event("act", 0, 2, "toy.take"),
  ]);
  expect(groups.map((group) => group.lines.map((line) => [line.kind, line.events.length]))).toEqual([
    [
      ["run", 1],
      ["run", 2],
    ],
    [
      ["turn", 2],
      ["run", 1],
      ["note", 1],
    ],
    [["turn", 1]],
  ]);
});

test("two seats in one turn are two paragraphs", () => {
  const [group] = grouped([event("act", 0, 1, "toy.take"), event("act", 1, 1, "toy.take")]);
  expect(group?.lines.map((line) => line.kind)).toEqual(["turn", "turn"]);
});

test("fragments leave the name out and mark pieces; sentences say pieces in words", () => {
  const take = event("act", 0, 1, "toy.take", { tile: "K3" });
  expect(fragment(take, seats, pieces)).toEqual([
    { text: "takes ", piece: null },
    { text: "K3", piece: "K3" },
  ]);
  expect(sentence(take.log, 0, seats, "", pieces)).toBe("Asha takes tile K3.");
  expect(fragment(event("act", 0, 1, "toy.stay"), seats)).toEqual([{ text: "Asha stays.", piece: null }]);
});

test("a run has words around its items", () => {
  expect(around({ key: "toy.draw", params: {} })).toEqual(["Drawn: ", "."]);
  expect(around({ key: "toy.stay", params: {} })).toBeNull();
  expect(entry(event("chance", null, 1, "toy.draw", { tile: "G2" }), seats, pieces)).toEqual([
    { text: "G2", piece: "G2" },
  ]);
});
