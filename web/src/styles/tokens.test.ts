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

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");

/** Return the colours of a token in the light and the dark theme. */
function coloursOf(name: string): string[] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? [];
  return [light ?? "", dark ?? ""];
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter as number) + 0.05) / ((darker as number) + 0.05);
}

test("sliders and progress bars have a track of their theme", () => {
  expect(tokens).toContain("accent-color: var(--accent);");
  const [light, dark] = coloursOf("accent");
  expect(contrast(light as string, "#ffffff")).toBeGreaterThan(3.5);
  expect(contrast(dark as string, "#000000")).toBeGreaterThan(3.5);
});

test("borders of controls are visible on pages and on cards, in both themes", () => {
  for (const ground of ["paper", "raised"])
    for (const [theme, border] of coloursOf("line-strong").entries())
      expect(contrast(border, coloursOf(ground)[theme] as string), ground).toBeGreaterThanOrEqual(3);
});
