import kerala from "@mandapa/games/kerala/content/messages/en.json";
import { beforeAll, expect, test } from "vitest";
import { placeName, tileName } from "../../games/kerala/text/names";
import { addMessages, t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import type { TableState } from "../connection/state.svelte";
import { act, deltaOf, promptFor, tableWith } from "../connection/tables.testing";
import type { GameEvent, GameModule, SeatInfo } from "../contract";
import { Announcer, announcementText } from "./announcer.svelte";

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

test("a turn is one sentence with spoken places", () => {
  const take = event("act", "take K3", "kerala.log.take", { tile: "K3" });
  const step = event("act", "step 0 N", "kerala.log.step", {
    tile: "K3",
    figure: 0,
    which: "W",
    cell: [2, 1],
    direction: "N",
    covers: null,
  });
  expect(announcementText([take, step], seats, module)).toBe(
    "Asha takes black 3; lays it north of elephant\u00a01 at\u00a02 east, 1 south.",
  );
  expect(announcementText([take], seats, module)).toBe(
    `${t("kerala.log.take", { name: "Asha", tile: "black 3" })}`,
  );
});

/** A game whose moves are announced by their texts. */
const toy = {
  prompt: () => "Choose.",
  complete: () => null,
  pieces: { params: [] },
} as unknown as GameModule;
addMessages({ "toy.act": "{name} moves." });

function announcerOf(turn: number | null): { table: TableState; announcer: Announcer } {
  const table = tableWith(turn);
  const announcer = new Announcer(table, { module: toy } as PlayedGame);
  announcer.follow();
  return { table, announcer };
}

test("the others' actions are announced when the turn passes, followed by my decision", () => {
  const { table, announcer } = announcerOf(1);
  announcer.say("before");
  table.receive(deltaOf(2, 1, [act(2, 1)]));
  announcer.follow();
  expect(announcer.spoken).toBe("before");
  table.receive(deltaOf(3, 0, [act(3, 1)]));
  announcer.follow();
  expect(announcer.spoken).toBe(
    `${announcementText([act(2, 1), act(3, 1)], table.seats, toy)} ${t("turn.mine")}. Choose.`,
  );
});

test("during my turn only the decision is announced, and at its end the confirmation", () => {
  const { table, announcer } = announcerOf(0);
  table.receive(deltaOf(2, 0, [act(2, 0)]));
  announcer.follow();
  expect(announcer.spoken).toBe("Asha moves. Choose.");
  table.receive(deltaOf(3, 0, [act(3, 0)], promptFor(0, { can_confirm: true })));
  announcer.follow();
  expect(announcer.spoken).toBe(`Asha moves. ${t("turn.confirm")}.`);
});

test("the end is announced with the winners", () => {
  const { table, announcer } = announcerOf(1);
  table.receive(deltaOf(2, null, [act(2, 1)]));
  announcer.follow();
  expect(announcer.spoken).toBe(`Bala moves. ${t("turn.over", { winners: "Asha", count: 1 })}.`);
});

test("the end is announced once if the last move already says it", () => {
  addMessages({ "toy.act": `{name} moves. ${t("turn.over", { winners: "Asha", count: 1 })}.` });
  const { table, announcer } = announcerOf(1);
  table.receive(deltaOf(2, null, [act(2, 1)]));
  announcer.follow();
  expect(announcer.spoken).toBe(`Bala moves. ${t("turn.over", { winners: "Asha", count: 1 })}.`);
});
