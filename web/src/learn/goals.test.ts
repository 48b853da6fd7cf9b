import { expect, test } from "vitest";
import { progress } from "./goals";

test("a step with nothing to do is done at once", () => {
  expect(progress([[]], [])).toBe("done");
});

test("a goal is reached by its actions, any action where it says *", () => {
  const goals = [["take K3", "*"], ["pass"]];
  expect(progress(goals, [])).toBe("open");
  expect(progress(goals, ["take K3"])).toBe("open");
  expect(progress(goals, ["take K3", "step 0 N"])).toBe("done");
  expect(progress(goals, ["pass"])).toBe("done");
});

test("what fits no goal is wrong, and so is too much", () => {
  expect(progress([["take K3"]], ["take G1"])).toBe("wrong");
  expect(progress([["take K3"]], ["take K3", "step 0 N"])).toBe("wrong");
});
