import { expect, test } from "vitest";
import { placeOf, progress, scriptedOutcome } from "./goals";

test("a step without a task is done immediately", () => {
  expect(progress([[]], [])).toBe("done");
});

test("a goal is reached by its actions; * matches any action", () => {
  const goals = [["take K3", "*"], ["pass"]];
  expect(progress(goals, [])).toBe("open");
  expect(progress(goals, ["take K3"])).toBe("open");
  expect(progress(goals, ["take K3", "step 0 N"])).toBe("done");
  expect(progress(goals, ["pass"])).toBe("done");
});

test("an action that matches no goal is wrong, and so is an extra one", () => {
  expect(progress([["take K3"]], ["take G1"])).toBe("wrong");
  expect(progress([["take K3"]], ["take K3", "step 0 N"])).toBe("wrong");
});

test("chance outcomes follow the goal", () => {
  const goals = [
    ["add worker", "roll 4", "go N2"],
    ["*", "roll 1"],
  ];
  expect(scriptedOutcome(goals, ["add worker"])).toBe("roll 4");
  expect(scriptedOutcome(goals, ["add professor"])).toBe("roll 1");
  expect(scriptedOutcome(goals, ["add worker", "roll 4", "go N2"])).toBeNull();
  expect(scriptedOutcome([["*"]], [])).toBeNull();
});

test("tasks of the same step are its parts, others are separate steps", () => {
  const tasks = [{ step: 1 }, { step: 2 }, { step: 2 }, { step: 3 }];
  expect(placeOf(tasks, 0)).toEqual({ step: 1, steps: 3, part: 1, parts: 1 });
  expect(placeOf(tasks, 2)).toEqual({ step: 2, steps: 3, part: 2, parts: 2 });
  expect(placeOf([{}, {}, {}], 1)).toEqual({ step: 2, steps: 3, part: 1, parts: 1 });
});
