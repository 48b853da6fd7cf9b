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
  const [, value = ""] = new RegExp(`--${name}: (.+);`).exec(tokens) ?? [];
  const [light = "", dark = light] = value.match(/#\w{6}/g) ?? [];
  return [light, dark];
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

test.each([
  ["line-strong", ["paper", "raised"]],
  ["gold", ["paper", "raised", "sunk", "gold-soft"]],
])("%s is visible on %s in both themes", (mark, grounds) => {
  for (const ground of grounds)
    for (const [theme, colour] of coloursOf(mark).entries())
      expect(contrast(colour, coloursOf(ground)[theme] as string), ground).toBeGreaterThanOrEqual(3);
});

test("text on gold is readable in both themes", () => {
  for (const [theme, text] of coloursOf("on-gold").entries())
    expect(contrast(text, coloursOf("gold")[theme] as string)).toBeGreaterThanOrEqual(4.5);
});
