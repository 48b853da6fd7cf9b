import { beforeAll, expect, test } from "vitest";
import { addMessages } from "../../lib/language/i18n.svelte";
import { seated } from "../../lib/testing";
import type { GameModule } from "../contract";
import { planLine } from "./coaching.svelte";
import type { PlannedStep } from "./hintState.svelte";
import { contrastPlans, entry, spokenText } from "./planText";

beforeAll(() =>
  addMessages({
    "toy.log.lay": "{name} lays it.",
    "toy.log.lay.part":
      "lays it{codes, select, exact { at {cell}} other {}}{done, select, true {. All is done.} other {}}",
    "toy.log.pay": "{name} pays {count}.",
    "toy.log.pay.part": "pays {count}",
    "toy.log.stay": "{name} stays.",
    "toy.log.stay.part": "stays",
  }),
);

const module = {
  place: ([x, y]: [number, number]) => `${x} east, ${y} south`,
  unlistedKeys: ["toy.log.pay"],
} as unknown as GameModule;

function step(kind: string, params: Record<string, unknown> = {}): PlannedStep {
  return { action: kind, log: { key: `toy.log.${kind}`, params } };
}

function contrastTexts(played: PlannedStep[], better: PlannedStep[]): string[] {
  const lines = contrastPlans(played, better, 0, seated("Asha"), module);
  return [lines.played, lines.better].map((line) => spokenText(line, module));
}

const lay = (x: number, y: number, done = false) => step("lay", { cell: [x, y], done });

test("turns with different texts are described briefly", () => {
  expect(contrastTexts([lay(1, 2)], [step("stay")])).toEqual(["lays it.", "stays."]);
});

test("turns that differ only in their places include the places", () => {
  expect(contrastTexts([lay(1, 2)], [lay(3, 2)])).toEqual([
    "lays it at 1 east, 2 south.",
    "lays it at 3 east, 2 south.",
  ]);
});

test("a plan in one line names its places", () => {
  expect(planLine([lay(1, 2)], 0, seated("Asha"), module)).toBe("lays it at 1 east, 2 south");
});

test("turns that differ only in an implicit step include that step", () => {
  const pay = (count: number) => [step("pay", { count }), lay(1, 2)];
  expect(contrastTexts(pay(2), pay(3))).toEqual([
    "pays 2, lays it at 1 east, 2 south.",
    "pays 3, lays it at 1 east, 2 south.",
  ]);
});

test("a step that ends a sentence starts a new one", () => {
  expect(contrastTexts([lay(1, 2, true), step("stay")], [lay(1, 2, true)])).toEqual([
    "lays it. All is done. Stays.",
    "lays it. All is done.",
  ]);
});

test("a step in a list begins with a capital letter, unless a picture comes first", () => {
  expect(
    entry([
      { text: "take ", piece: null },
      { text: "", piece: "B1" },
    ])[0]?.text,
  ).toBe("Take ");
  expect(
    entry([
      { text: "", piece: "B1" },
      { text: " nehmen", piece: null },
    ])[1]?.text,
  ).toBe(" nehmen");
  expect(entry([])).toEqual([]);
});
