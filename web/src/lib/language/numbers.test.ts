import { expect, it } from "vitest";
import { formatNumber, formatPoints, formatSigned } from "./numbers";

it("changes carry their sign, and values rounded to zero have none", () => {
  expect([6, 0, -3, 12.33, 0.04, -0.04].map(formatSigned)).toEqual(["+6", "0", "\u22123", "+12.3", "0", "0"]);
  expect([6, 0, -3, -0].map(formatPoints)).toEqual(["6", "0", "\u22123", "0"]);
  expect(formatNumber(-1.25)).toBe("\u22121.25");
});
