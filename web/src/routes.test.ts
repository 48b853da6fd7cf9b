import { expect, test } from "vitest";
import { placeAt, places } from "./routes";

test("an address leads to its page, with the values of the wildcards", () => {
  expect(placeAt(["t", "abc", "review"])).toEqual({ place: places["t/*/review"], given: { id: "abc" } });
  expect(placeAt(["puzzles", "kerala", "a1"])?.given).toEqual({ game: "kerala", id: "a1" });
  expect(placeAt(["puzzles"])).toEqual({ place: places.puzzles, given: {} });
  expect(placeAt(["t"])).toBeNull();
  expect(placeAt(["settings", "more"])).toBeNull();
});
