/** Client module of Kerala: The Way of the Elephant. */
import { sound, soundsOf } from "../../lib/browser/sound";
import type { GameModule } from "../../table/contract";
import Chip from "./art/Chip.svelte";
import SeatBadge from "./art/SeatBadge.svelte";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import { placeName, tileName } from "./text/names";
import { FILL } from "./text/pieces";
import { pointsOrigin } from "./text/pointsOrigin";
import { choiceLabel, prompt, scoreRows, sheetsOf, status, textView } from "./text/text";
import type { Wire } from "./wire";

const kerala: GameModule<Wire> = {
  name: "kerala",
  Board,
  Gallery,
  boards: true,
  Badge: SeatBadge,
  colours: (view, seat) => {
    const colour = view.platforms[seat]?.colour;
    return colour ? [FILL[colour]] : [];
  },
  pieces: { params: ["tile", "covers"], Chip, name: tileName },
  sheets: sheetsOf,
  scoreRows,
  textView,
  choiceLabel,
  status,
  prompt,
  spot: (cell) => cell,
  place: placeName,
  pointsOrigin,
  lights: true,
  sound: soundsOf({
    take: sound.wood,
    step: sound.stone,
    turn: sound.cloth,
    draw: sound.cloth,
    remove: sound.wood,
    pass: sound.wood,
  }),
  seldom: ["shift_target", "shift_turn", "shift_bridge", "shift_no_gaps", "first_turn_tile"],
};

export default kerala;
