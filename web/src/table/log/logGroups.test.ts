import { expect, test } from "vitest";
import { addMessages } from "../../lib/language/i18n.svelte";
import type { GameEvent, Pieces } from "../contract";
import { planLine } from "../hint/coaching.svelte";
import { groupLog, isSetUp, isUnlisted } from "./logGroups";
import { around, entry, joinSegments, paragraph, type Segment, sentence, sentenceSegments } from "./logText";

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
/** Return the text of each event in a paragraph. */
const textsOf = (events: GameEvent[]): string[] =>
  paragraph(events, seats, pieces).map(({ segments }) => segments.map(({ text }) => text).join(""));
const pieces = { params: ["tile"], name: (code: string) => `tile ${code}` } as unknown as Pieces;

addMessages({
  "toy.draw": "Drawn: {tile}.",
  "toy.draw.run": "Drawn: {items}.",
  "toy.draw.item": "{tile}",
  "toy.deal": "{tile} is dealt.",
  "toy.deal.run": "Tiles are dealt.",
  "toy.fill": "{seat_name} gets {tile}.",
  "toy.fill.run": "{seat_name} gets {items}.",
  "toy.take": "{name} takes {tile}.",
  "toy.take.part": "takes {tile}",
  "toy.roll": "The die: {die}.",
  "toy.roll.part": "rolls {die}",
  "toy.win": "{name} wins {prize_tiles}, {prize_points} in all.",
  "toy.stay": "{name} stays.",
  "toy.go.part": "{planned, select, true {to go} other {goes}}",
  "toy.rest": "{seat_name} rests.",
  "toy.rest.part": "{seat_name} rests",
  "toy.pick.part": "{given, plural, =0 {picks} other {picks {items} at once}}",
  "toy.bag.given": "{tile}",
  "log.stop": ".",
  "log.next": ";",
});

test("a log line may be hidden for actions that begin with a given word only", () => {
  const log = { key: "toy.set", params: {} };
  expect(isUnlisted(log, "cover A", ["toy.set/cover"])).toBe(true);
  expect(isUnlisted(log, "lay A", ["toy.set/cover"])).toBe(false);
  expect(isUnlisted(log, "lay A", ["toy.set"])).toBe(true);
});

test("consecutive chance events of one kind form a line, a turn forms a paragraph, and its end is implicit", () => {
  const groups = groupLog([
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

test("chance events before the first turn are set-up; players' actions and changes to the table are not", () => {
  const groups = groupLog([
    event("chance", null, 0, "toy.draw"),
    event("act", 0, 0, "toy.stay"),
    event("level", null, 0, "table.log.level"),
    event("chance", null, 1, "toy.draw"),
  ]);
  expect(groups.map((group) => group.lines.map((line) => isSetUp(group, line)))).toEqual([
    [true, false, false],
    [false],
  ]);
});

test("two seats in one turn get two paragraphs", () => {
  const [group] = groupLog([event("act", 0, 1, "toy.take"), event("act", 1, 1, "toy.take")]);
  expect(group?.lines.map((line) => line.kind)).toEqual(["turn", "turn"]);
});

test("a single event is a sentence with pictures of its pieces", () => {
  const shown = (one: GameEvent): string =>
    sentenceSegments(one, seats, pieces)
      .map(({ text, piece }) => (piece === null ? text : `[${piece}]`))
      .join("");
  expect(shown(event("act", 0, 1, "toy.take", { tile: "K3" }))).toBe("Asha takes [K3].");
  expect(shown(event("chance", null, 1, "toy.draw", { tile: "K3" }))).toBe("Drawn: [K3].");
  const also = [{ key: "toy.rest", params: { seat: 0 } }];
  expect(shown(event("chance", null, 1, "toy.draw", { tile: "K3", also }))).toBe("Drawn: [K3]. Asha rests.");
});

test("fragments omit the name and mark pieces; sentences name pieces in words", () => {
  const take = event("act", 0, 1, "toy.take", { tile: "K3" });
  expect(paragraph([take], seats, pieces)).toEqual([
    {
      event: take,
      segments: [
        { text: "takes ", piece: null },
        { text: "K3", piece: "K3" },
        { text: ".", piece: null },
      ],
    },
  ]);
  expect(sentence(take.log, 0, seats, "", pieces)).toBe("Asha takes tile K3.");
  expect(textsOf([event("act", 0, 1, "toy.stay")])).toEqual(["Asha stays."]);
});

test("a run has text around its items", () => {
  expect(around({ key: "toy.draw", params: {} })).toEqual(["Drawn: ", "."]);
  expect(around({ key: "toy.deal", params: {} })).toEqual(["Tiles are dealt.", null]);
  expect(around({ key: "toy.stay", params: {} })).toBeNull();
  expect(entry(event("chance", null, 1, "toy.draw", { tile: "G2" }), seats, pieces)).toEqual([
    { text: "G2", piece: "G2" },
  ]);
});

test("a run that names recipients has one sentence for each", () => {
  const fill = (seat: number): GameEvent => event("chance", null, 0, "toy.fill", { seat, tile: "K3" });
  const [group] = groupLog([fill(0), fill(0), fill(1)]);
  expect(group?.lines.map((line) => line.events.length)).toEqual([2, 1]);
  expect(around(fill(0).log, seats)).toEqual(["Asha gets ", "."]);
  const draw = (seat: number): GameEvent => event("chance", null, 0, "toy.draw", { seat });
  expect(groupLog([draw(0), draw(1)])[0]?.lines).toHaveLength(1);
});

test("punctuation stays with the text before it", () => {
  const text = (words: string): Segment => ({ text: words, piece: null });
  const piece: Segment = { text: "K3", piece: "K3" };
  const joined = joinSegments(
    [{ segments: [text("takes "), piece] }, { segments: [] }, { segments: [text(", lays it")] }],
    ".",
  );
  expect(joined.map(({ segments }) => segments)).toEqual([
    [text("takes "), piece, text(",")],
    [text("lays it"), text(".")],
  ]);
  expect(
    joinSegments([{ segments: [piece] }, { segments: [text(","), piece] }], "").map((one) => one.segments),
  ).toEqual([[piece, text(",")], [piece]]);
});

test("a chance event with a part text is in the turn that triggered it", () => {
  const roll = event("chance", null, 1, "toy.roll", { die: 4 });
  const [group] = groupLog([event("act", 0, 1, "toy.take", { tile: "K3" }), event("roll", 0, 1, ""), roll]);
  expect(group?.lines.map((line) => line.events.length)).toEqual([2]);
  expect(textsOf([event("act", 0, 1, "toy.stay"), roll])).toEqual(["Asha stays.", "Rolls 4."]);
  const [first] = groupLog([
    event("chance", null, 2, "toy.roll", { die: 2 }),
    event("act", 0, 2, "toy.stay"),
  ]);
  expect(first?.lines.map((line) => line.kind)).toEqual(["run", "turn"]);
});

test("nested parameters can be declared as pieces, including lists", () => {
  const params = { prize: { tiles: ["K3", "G2"], points: 5 } };
  const win = event("act", 0, 1, "toy.win", params);
  const known = { ...pieces, params: ["prize_tiles"] };
  expect(sentence(win.log, 0, seats, "", known)).toBe("Asha wins tile K3, tile G2, 5 in all.");
  const [joined] = paragraph([win], seats, known);
  expect(joined?.segments.map((part) => part.piece)).toEqual([null, "K3", null, "G2", null]);
});

test("automatic consequences follow the event that causes them, in paragraphs and sentences", () => {
  const also = [{ key: "toy.rest", params: { seat: 0 } }];
  const taken = event("act", 0, 1, "toy.take", { tile: "A", also });
  expect(textsOf([taken])).toEqual(["takes A;", "Asha rests."]);
  const stay = event("act", 0, 1, "toy.stay");
  expect(textsOf([stay, taken])).toEqual(["Asha stays.", "Takes A;", "Asha rests."]);
  expect(sentence(taken.log, 0, seats, "", pieces)).toBe("Asha takes tile A. Asha rests.");
});

test("a chance result is inserted into the action's own clause, wherever the language puts it", () => {
  const given = (tile: string): GameEvent => event("chance", null, 1, "toy.bag", { tile });
  const pick = event("act", 0, 1, "toy.pick");
  const turn = [pick, given("K3"), given("G2"), event("act", 0, 1, "toy.take", { tile: "A" })];
  expect(groupLog(turn)[0]?.lines.map((line) => line.events.length)).toEqual([4]);
  expect(textsOf(turn)).toEqual(["picks", "K3,", "G2", "at once;", "takes A."]);
  expect(textsOf([pick])).toEqual(["picks."]);
});

test("a planned action may be worded differently from a completed one", () => {
  const steps = [event("act", 0, 1, "toy.go"), event("act", 0, 1, "toy.take", { tile: "A" })];
  expect(planLine(steps, 0, seats, null)).toBe("to go, takes A");
  expect(planLine(steps, 0, seats, null, false)).toBe("goes, takes A");
  expect(textsOf(steps)).toEqual(["goes;", "takes A."]);
});
