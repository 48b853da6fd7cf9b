import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Return the relative luminance (WCAG) of a colour. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number);
}

test("sliders and progress bars have a track of their theme", () => {
  const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");
  expect(tokens).toContain("accent-color: var(--accent);");
  const [, light, dark] = /--accent: light-dark\((#\w{6}), (#\w{6})\)/.exec(tokens) ?? [];
  expect(1.05 / (luminance(light ?? "") + 0.05)).toBeGreaterThan(3.5);
  expect((luminance(dark ?? "") + 0.05) / 0.05).toBeGreaterThan(3.5);
});
