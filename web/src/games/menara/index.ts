/** Menara: a temple at night by oil lamps. */
import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import Gallery from "./Gallery.svelte";
import { logWords } from "./logwords";
import { codeName } from "./names";
import { doubt } from "./outlook";
import SeatBadge from "./SeatBadge.svelte";
import { shown } from "./shown.svelte";
import { sounds } from "./sounds";
import { spokenOf } from "./spoken";
import TextFloor from "./TextFloor.svelte";
import {
  alone,
  asksAloud,
  choiceLabel,
  complete,
  ending,
  over,
  scoreRows,
  sheetsOf,
  status,
  textView,
  total,
} from "./text";
import type { Wire } from "./wire";

const menara: GameModule<Wire> = {
  name: "menara",
  together: true,
  Board,
  Gallery,
  Badge: SeatBadge,
  pieces: {
    params: ["floor", "colour", "give", "take", "place"],
    Chip,
    name: codeName,
    words: logWords,
    cells: spokenOf,
  },
  sheets: sheetsOf,
  shows: (view) => {
    shown.view = view;
  },
  scoreRows,
  total,
  textView,
  TextForm: TextFloor,
  last: ["give_up", "back"],
  choiceLabel,
  doubt,
  status,
  asks: asksAloud,
  complete,
  over,
  ending,
  alone,
  keys: [
    ["1 – 4", "menara.keys.looks"],
    ["A", "menara.keys.asked"],
    ["S", "menara.keys.stability"],
    ["N P", "menara.keys.places"],
    ["Q E", "menara.keys.turn"],
    ["← ↑ ↓ →", "menara.keys.move"],
    ["F", "menara.keys.flip"],
  ],
  sound: sounds,
  unsaid: ["menara.log.done", "menara.log.set/cover", "menara.log.level", "menara.log.pile"],
  seldom: ["level_cards", "two_columns"],
};

export default menara;
