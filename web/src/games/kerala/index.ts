/** Kerala: The Way of the Elephant, at festival noon. */
import { sound, soundsOf } from "../../lib/sound";
import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { earnedAt } from "./earned";
import Gallery from "./Gallery.svelte";
import { placeName, tileName } from "./names";
import { FILL } from "./pieces";
import SeatBadge from "./SeatBadge.svelte";
import { asks, choiceLabel, scoreRows, sheetsOf, status, textView } from "./text";
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
  asks,
  spot: (cell) => cell,
  place: placeName,
  earnedAt,
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
