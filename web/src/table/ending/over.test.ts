import { expect, test } from "vitest";
import { hasBegun } from "./over";

test("a table that was closed while it waited for people has nothing to look back at", () => {
  expect(hasBegun([{ kind: "person" }, { kind: "open" }])).toBe(false);
  expect(hasBegun([{ kind: "person" }, { kind: "bot" }])).toBe(true);
});
