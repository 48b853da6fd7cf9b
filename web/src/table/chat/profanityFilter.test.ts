import { expect, test, vi } from "vitest";

vi.mock("../../lib/browser/preferences.svelte", () => ({ preferences: { veil: true } }));
const { veiled } = await import("./profanityFilter");

test("rude words in the reader's language are masked in any spelling", () => {
  expect(veiled("Shit, that was SHIIIT!", ["en-GB"])).toBe("••••, that was ••••••!");
  expect(veiled("So eine Scheiße", ["de"])).toBe("So eine •••••••");
  expect(veiled("Cabron!", ["es"])).toBe("••••••!");
  expect(veiled("वह हरामी है", ["hi"])).toBe("वह •••••• है".replace("••••••", "•".repeat([..."हरामी"].length)));
});

test("words of other languages, and parts of longer words, are not masked", () => {
  expect(veiled("en retard", ["fr"])).toBe("en retard");
  expect(veiled("coño, un cono", ["es"])).toBe("••••, un cono");
  expect(veiled("A shitake stew in Scunthorpe", ["en"])).toBe("A shitake stew in Scunthorpe");
  expect(veiled("At (2,1), well played", ["en"])).toBe("At (2,1), well played");
});
