import { expect, test } from "vitest";
import { hasBegun } from "./gameOverText";

test("a table closed while waiting for players has nothing to review", () => {
  expect(hasBegun([{ kind: "person" }, { kind: "open" }])).toBe(false);
  expect(hasBegun([{ kind: "person" }, { kind: "bot" }])).toBe(true);
});
