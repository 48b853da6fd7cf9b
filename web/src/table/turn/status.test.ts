import { expect, test } from "vitest";
import { t } from "../../lib/language/i18n.svelte";
import type { PlayedGame } from "../connection/playedGame.svelte";
import { act, deltaOf, promptFor, tableWith } from "../connection/tables.testing";
import type { AnyView } from "../contract";
import { TableStatus, tabTitle } from "./status.svelte";

function viewIn(round: number): AnyView {
  return { game: "toy", round } as AnyView;
}

test("while my turn waits for confirmation, the line shows the position before it", () => {
  const table = tableWith(0, { view: viewIn(1) });
  const module = {
    status: (view: unknown, _: unknown, __: unknown, now: unknown) => JSON.stringify([view, now]),
  };
  const status = new TableStatus(table, { module } as unknown as PlayedGame);
  const complete = deltaOf(2, 0, [act(2, 0)], promptFor(0, { can_confirm: true }));
  table.receive({ ...complete, view: viewIn(2) });
  status.follow();
  expect(JSON.parse(status.line)).toMatchObject([{ round: 1 }, { round: 2 }]);
  table.receive({ ...deltaOf(3, 1, []), view: viewIn(3) });
  status.follow();
  expect(JSON.parse(status.line)).toMatchObject([{ round: 3 }, { round: 3 }]);
});

test("the tab title shows whose move it is", () => {
  expect(tabTitle(tableWith(0), "Toy")).toBe([t("title.mine"), "Toy", t("hall.name")].join(" · "));
  expect(tabTitle(tableWith(1), "Toy")).toBe(
    [t("title.other", { name: "Bala" }), "Toy", t("hall.name")].join(" · "),
  );
  expect(tabTitle(tableWith(null), "Toy")).toBe(["Toy", t("hall.name")].join(" · "));
});
