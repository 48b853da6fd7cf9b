import { expect, test, vi } from "vitest";
import { matchRoute, routes } from "./routes";

test("an address leads to its page, with the values of the wildcards", () => {
  expect(matchRoute(["t", "abc", "review"])).toEqual({ route: routes["t/*/review"], props: { id: "abc" } });
  expect(matchRoute(["puzzles", "kerala", "a1"])?.props).toEqual({ game: "kerala", id: "a1" });
  expect(matchRoute(["puzzles"])).toEqual({ route: routes.puzzles, props: {} });
  expect(matchRoute(["t"])).toBeNull();
  expect(matchRoute(["settings", "more"])).toBeNull();
});

test("segments of an address are decoded; malformed ones stay as they are", async () => {
  vi.stubGlobal("location", { pathname: "/games/my%20game/100%", search: "" });
  const { route } = await import("./lib/browser/router.svelte");
  expect(route.parts).toEqual(["games", "my game", "100%"]);
});
