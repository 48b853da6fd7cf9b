/** Client module of Hampi: The Sun Jewel. */
import { sound, soundsOf } from "../../lib/browser/sound";
import type { GameModule } from "../../table/contract";
import Chip from "./art/Chip.svelte";
import SeatBadge from "./art/SeatBadge.svelte";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import { middleOf } from "./geometry/hex";
import { logWords } from "./text/logParams";
import { codeName, placeName } from "./text/names";
import { pointsOrigin } from "./text/pointsOrigin";
import { fillOf } from "./text/seats";
import { shownTileFaces } from "./text/shownTileFaces.svelte";
import { choiceLabel, prompt, scoreRows, sheetsOf, status, textView } from "./text/text";
import type { Wire } from "./wire";

const hampi: GameModule<Wire> = {
  name: "hampi",
  Board,
  Gallery,
  Badge: SeatBadge,
  colours: (_, seat) => [fillOf(seat)],
  pieces: { params: ["tile"], Chip, name: codeName, words: logWords },
  sheets: sheetsOf,
  scoreRows,
  textView,
  shows: ({ faces }) => {
    shownTileFaces.faces = faces;
  },
  choiceLabel,
  status,
  prompt,
  spot: (cell) => {
    const { x, y } = middleOf(cell);
    return [x, y];
  },
  place: placeName,
  pointsOrigin,
  unlistedKeys: ["hampi.log.cell", "hampi.log.draw"],
  sound: soundsOf({
    draw: sound.cloth,
    cell: sound.stone,
    turn: sound.wood,
    replace: sound.cloth,
    mark: sound.wood,
    withdraw: sound.wood,
  }),
  seldom: [
    "conditions_in_stack_2",
    "final_tie",
    "tie_shares",
    "replace_tile",
    "terrain_marks",
    "own_tile_only",
  ],
};

export default hampi;
