/** Client module of Indus. */
import { sound, soundsOf } from "../../lib/browser/sound";
import type { GameModule } from "../../table/contract";
import Chip from "./art/Chip.svelte";
import SeatBadge from "./art/SeatBadge.svelte";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import BoardEditor from "./panels/BoardEditor.svelte";
import { fieldOf } from "./text/grid";
import { pieceName } from "./text/names";
import { FILL } from "./text/pieces";
import { cellsOf, fieldName, logWords } from "./text/placeNames";
import { pointsOrigin } from "./text/pointsOrigin";
import { choiceLabel, prompt, scoreRows, status, textView } from "./text/text";
import type { Wire } from "./wire";

const indus: GameModule<Wire> = {
  name: "indus",
  chance: "die",
  Board,
  Gallery,
  Badge: SeatBadge,
  colours: (view, seat) => view.teams.filter((one) => one.seat === seat).map((one) => FILL[one.team]),
  pieces: {
    params: ["effect_captured"],
    Chip,
    name: pieceName,
    words: (params, _, t) => logWords(params, t),
    cells: cellsOf,
  },
  scoreRows,
  textView,
  choiceLabel,
  status,
  prompt,
  spot: (cell) => cell,
  place: (cell, t) => fieldName(fieldOf(cell), t),
  pointsOrigin,
  countsOnBoard: true,
  editors: { board: BoardEditor },
  sound: soundsOf({
    roll: sound.dice,
    reroll: sound.dice,
    add: sound.wood,
    move: sound.wood,
    take: sound.stone,
    score: sound.bell,
    spare: sound.wood,
  }),
  seldom: ["two_player_teams", "spare_own"],
};

export default indus;
