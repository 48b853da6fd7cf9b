import { expect, test, vi } from "vitest";

vi.mock("../../lib/browser/preferences.svelte", () => ({ preferences: { veil: true } }));
const { mask } = await import("./profanityFilter");

test("rude words in the reader's language are masked in any spelling", () => {
  expect(mask("Shit, that was SHIIIT!", ["en-GB"])).toBe("••••, that was ••••••!");
  expect(mask("So eine Scheiße", ["de"])).toBe("So eine •••••••");
  expect(mask("Cabron!", ["es"])).toBe("••••••!");
  expect(mask("वह हरामी है", ["hi"])).toBe("वह •••••• है".replace("••••••", "•".repeat([..."हरामी"].length)));
});

test("words of other languages, and parts of longer words, are not masked", () => {
  expect(mask("en retard", ["fr"])).toBe("en retard");
  expect(mask("coño, un cono", ["es"])).toBe("••••, un cono");
  expect(mask("A shitake stew in Scunthorpe", ["en"])).toBe("A shitake stew in Scunthorpe");
  expect(mask("At (2,1), well played", ["en"])).toBe("At (2,1), well played");
});
