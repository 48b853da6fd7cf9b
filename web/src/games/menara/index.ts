/** Client module of Menara. */
import type { GameModule } from "../../table/contract";
import Chip from "./art/Chip.svelte";
import SeatBadge from "./art/SeatBadge.svelte";
import TextFloor from "./art/TextFloor.svelte";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import { currentView } from "./hand/currentView.svelte";
import { logWords } from "./text/logParams";
import { placesNamedIn } from "./text/logPlaces";
import { codeName } from "./text/names";
import { confirmation } from "./text/riskText";
import { sounds } from "./text/sounds";
import {
  choiceLabel,
  complete,
  ending,
  over,
  scoreRows,
  sheetsOf,
  soloDifficulty,
  spokenPrompt,
  status,
  textView,
  total,
} from "./text/text";
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
    cells: placesNamedIn,
  },
  sheets: sheetsOf,
  shows: (view) => {
    currentView.view = view;
  },
  scoreRows,
  total,
  textView,
  TextForm: TextFloor,
  last: ["give_up", "back"],
  choiceLabel,
  confirmation,
  status,
  prompt: spokenPrompt,
  complete,
  over,
  ending,
  soloDifficulty,
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
  unlistedKeys: ["menara.log.done", "menara.log.set/cover", "menara.log.level", "menara.log.pile"],
  seldom: ["level_cards", "two_columns"],
};

export default menara;
