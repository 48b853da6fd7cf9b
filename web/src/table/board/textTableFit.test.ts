import { expect, test } from "vitest";
import { fitOf } from "./textTableFit";

function table(head: string[], ...rows: string[][]) {
  return { caption: "", head, rows };
}

test("a narrow table stays as it is, a wide one gets smaller text, a wider one is split into rows", () => {
  expect(fitOf(table(["Player", "Points"], ["Asha", "12 of many more than could stand in one line"]))).toBe(
    "plain",
  );
  const columns = Array.from({ length: 13 }, (_, index) => String(index));
  expect(
    fitOf(
      table(
        columns,
        columns.map(() => "star"),
      ),
    ),
  ).toBe("stacked");
  expect(
    fitOf(
      table(
        columns,
        columns.map(() => "two"),
      ),
    ),
  ).toBe("small");
  expect(fitOf(table(["Player", "Cost"], ["Asha", "x".repeat(60)]))).toBe("stacked");
});
