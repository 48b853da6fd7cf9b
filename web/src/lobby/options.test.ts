import { expect, test } from "vitest";
import type { GameInfo, OptionSpec } from "../lib/api";
import { chosen, complaint, offered } from "./options";

const option = (name: string, players: number[]): OptionSpec => ({
  name,
  kind: "flag",
  default: false,
  at_table: false,
  choices: null,
  players,
  help: "",
});
const game = { options: [option("alone", [1]), option("always", [1, 2, 3])] } as GameInfo;

test("an option is offered to as many players as the server says", () => {
  expect(offered(game, 1).map((one) => one.name)).toEqual(["alone", "always"]);
  expect(offered(game, 2).map((one) => one.name)).toEqual(["always"]);
});

test("what was chosen for one player is not sent for two", () => {
  const options = { alone: true, always: true };
  expect(chosen(game, 1, options)).toEqual(options);
  expect(chosen(game, 2, options)).toEqual({ always: true });
});

test("a complaint names an option as the form does, not as programs do", () => {
  const form = { name: "nowhere", options: [option("terrain_marks", [1])] } as unknown as GameInfo;
  expect(complaint(form, "terrain_marks: found 9")).toBe("Terrain marks: found 9");
  const levels = { ...option("levels", [1]), default: "by_difficulty" };
  const said = complaint(
    { ...form, options: [levels] },
    "levels: found 13, expected by_difficulty or 1 to 12",
  );
  expect(said).toBe("Levels: 13 cannot be chosen. Possible: by difficulty or 1 to 12.");
  expect(
    complaint({ ...form, options: [levels] }, "levels\u00a0: trouvé 13, attendu by_difficulty ou 1 à 12"),
  ).toBe("Levels\u00a0: trouvé 13, attendu by difficulty ou 1 à 12");
  expect(complaint(form, "The hall is full.")).toBe("The hall is full.");
  const variant = { ...option("variant", [1]), default: "basic", choices: ["basic", "deep_water"] };
  const alone = complaint(
    { ...form, options: [variant] },
    "variant: found deep_water with 3 players, expected one player",
  );
  expect(alone).toBe("Variant: deep water with 3 players cannot be chosen. Possible: one player.");
});
