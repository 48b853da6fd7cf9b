/** Pebbles: the client module of the game. */
import type { GameModule } from "../src/table/contract";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import type { Wire } from "./wire";

const pebbles: GameModule<Wire> = {
  name: "pebbles",
  Board,
  Gallery,
  scoreRows: () => [],
  textView: (view, _seats, t) => [
    { heading: t("pebbles.heap"), lines: [t("pebbles.left", { stones: view.stones })] },
  ],
  choiceLabel: (choice, _view, t, preview) =>
    [
      t("pebbles.take", { number: choice.number }),
      ...(preview ? [t("pebbles.left", { stones: preview.left })] : []),
    ].join(": "),
  status: (view, _seats, t, now = view) => t("pebbles.left", { stones: now.stones }),
  prompt: (view, choices, t) => (choices.length > 0 ? t("pebbles.asks", { most: view.most }) : ""),
};

export default pebbles;
