import { expect, test } from "vitest";
import { avatarOf, COLOURS } from "./avatar";

test("a name always gets the same picture, in the chosen colour", () => {
  expect(avatarOf("Asha", null)).toEqual(avatarOf("Asha", null));
  const chosen = COLOURS.map((colour) => avatarOf("Asha", colour));
  expect(new Set(chosen.map((face) => face.petals))).toHaveLength(1);
  expect(new Set(chosen.map((face) => face.ground))).toHaveLength(COLOURS.length);
});

test("typical names get distinct pictures", () => {
  const names = Array.from({ length: 100 }, (_, n) => `Guest ${1000 + 7 * n}`);
  const pictures = names.map((name) => avatarOf(name, null));
  expect(new Set(pictures.map((face) => JSON.stringify(face))).size).toBeGreaterThan(90);
});

test("the drawing is visible on its background", () => {
  for (const colour of COLOURS) expect(contrast(avatarOf("", colour).ground, "#fbf6ec")).toBeGreaterThan(4.5);
});

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
