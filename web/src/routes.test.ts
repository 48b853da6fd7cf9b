import { expect, test } from "vitest";
import { matchRoute, routes } from "./routes";

test("an address leads to its page, with the values of the wildcards", () => {
  expect(matchRoute(["t", "abc", "review"])).toEqual({ route: routes["t/*/review"], props: { id: "abc" } });
  expect(matchRoute(["puzzles", "kerala", "a1"])?.props).toEqual({ game: "kerala", id: "a1" });
  expect(matchRoute(["puzzles"])).toEqual({ route: routes.puzzles, props: {} });
  expect(matchRoute(["t"])).toBeNull();
  expect(matchRoute(["settings", "more"])).toBeNull();
});
