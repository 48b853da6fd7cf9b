import { expect, test } from "vitest";
import type { GameInfo, OptionSpec } from "../../lib/server/api";
import { availableOptions, coloursBySeat, optionError, validOptions } from "./options";

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

test("an option is offered for as many players as the server allows", () => {
  expect(availableOptions(game, 1).map((one) => one.name)).toEqual(["alone", "always"]);
  expect(availableOptions(game, 2).map((one) => one.name)).toEqual(["always"]);
});

test("an option chosen for one player is not sent for two", () => {
  const options = { alone: true, always: true };
  expect(validOptions(game, 1, options)).toEqual(options);
  expect(validOptions(game, 2, options)).toEqual({ always: true });
});

test("the chosen colours match the seats after one was added or removed", () => {
  const colours = {
    ...option("colours", [1, 2, 3]),
    kind: "colours",
    default: "random",
    choices: ["red", "blue"],
  };
  const form = { options: [colours] } as unknown as GameInfo;
  expect(coloursBySeat(colours as OptionSpec, 3, "random")).toEqual(["random", "random", "random"]);
  expect(validOptions(form, 3, { colours: ["random", "blue"] })).toEqual({
    colours: ["random", "blue", "random"],
  });
  expect(validOptions(form, 1, { colours: ["red", "blue"] })).toEqual({ colours: ["red"] });
});

test("an error is shown at the option that the server names", () => {
  const form = { name: "nowhere", options: [option("levels", [1])] } as unknown as GameInfo;
  const refused = (where: string) => optionError(form, { where, message: "Possible: 1 to 12." });
  expect(refused("options.levels")).toEqual({ option: "levels", words: "Possible: 1 to 12." });
  expect(refused("options.colour")).toBeNull();
  expect(refused("seats")).toBeNull();
});
