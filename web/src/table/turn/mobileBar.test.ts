import type { Snippet } from "svelte";
import { expect, test } from "vitest";
import { MobileBar } from "./mobileBar.svelte";

const lay = (() => undefined) as unknown as Snippet;
const flip = (() => undefined) as unknown as Snippet;

function shown(bar: MobileBar): Snippet[] {
  return bar.buttonGroups.map((group) => group.buttons);
}

test("the bar keeps its entries until they are removed, in any order", () => {
  const bar = new MobileBar(() => true);
  const first = bar.put(lay, "");
  const second = bar.put(flip, "hampi-light");
  expect([shown(bar), bar.buttonGroups[1]?.look]).toEqual([[lay, flip], "hampi-light"]);
  first();
  expect(shown(bar)).toEqual([flip]);
  second();
  expect(shown(bar)).toEqual([]);
});

test("a question stays until it is withdrawn, and withdrawing an earlier one does not remove it", () => {
  const bar = new MobileBar(() => true);
  const before = bar.ask("Which side?");
  const now = bar.ask("Where?");
  before();
  expect(bar.prompt).toBe("Where?");
  now();
  expect(bar.prompt).toBe("");
});
