/** Client module of Chola. */
import { sound, soundsOf } from "../../lib/browser/sound";
import type { GameModule } from "../../table/contract";
import SeatBadge from "./art/SeatBadge.svelte";
import Board from "./Board.svelte";
import Gallery from "./Gallery.svelte";
import { colourOf, placeName } from "./text/names";
import { FILL } from "./text/pieces";
import { pointsOrigin } from "./text/pointsOrigin";
import { pieces, unlistedKeys } from "./text/speech";
import { choiceLabel, prompt, scoreRows, soloDifficulty, status, textView } from "./text/text";
import type { Wire } from "./wire";

const chola: GameModule<Wire> = {
  name: "chola",
  Board,
  Gallery,
  boards: true,
  Badge: SeatBadge,
  colours: (view, seat) => {
    const letter = colourOf(view, seat);
    return letter ? [FILL[letter]] : [];
  },
  pieces,
  scoreRows,
  textView,
  choiceLabel,
  status,
  prompt,
  soloDifficulty,
  ending: status,
  spot: ([column, row]) => [column, -row],
  place: placeName,
  pointsOrigin,
  unlistedKeys,
  sound: soundsOf({
    pick: sound.stone,
    stone: sound.cloth,
    card: sound.cloth,
    draw: sound.cloth,
    build: sound.stone,
    place: sound.stone,
    sculpt: sound.chisel,
    treasure: sound.bell,
  }),
  seldom: ["removed_value", "stuck_rule", "turn_cap"],
};

export default chola;
