import kerala from "@mandapa/games/kerala/content/messages/en.json";
import { beforeAll, expect, test } from "vitest";
import { placeName, tileName } from "../../games/kerala/text/names";
import { addMessages, t } from "../../lib/language/i18n.svelte";
import type { GameEvent, GameModule, SeatInfo } from "../contract";
import { announced } from "./announce";

const seats = [{ seat: 0, name: "Asha" }] as SeatInfo[];
const module = {
  place: placeName,
  pieces: { params: ["tile", "covers"], name: tileName },
} as unknown as GameModule;

function event(kind: string, action: string, key: string, params: Record<string, unknown>): GameEvent {
  const seat = kind === "act" ? 0 : null;
  return {
    seq: 1,
    ply: 1,
    kind,
    seat,
    action,
    turn: 1,
    barrier: false,
    at: "",
    log: { key, params },
  } as unknown as GameEvent;
}

beforeAll(() => addMessages(kerala));

test("a turn is one sentence with the places as they are spoken", () => {
  const take = event("act", "take K3", "kerala.log.take", { tile: "K3" });
  const step = event("act", "step 0 N", "kerala.log.step", {
    tile: "K3",
    figure: 0,
    which: "W",
    cell: [2, 1],
    direction: "N",
    covers: null,
  });
  expect(announced([take, step], seats, module)).toBe(
    "Asha takes black 3; lays it north of elephant\u00a01 at\u00a02 east, 1 south.",
  );
  expect(announced([take], seats, module)).toBe(`${t("kerala.log.take", { name: "Asha", tile: "black 3" })}`);
});
