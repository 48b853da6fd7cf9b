/** Chola, early morning at Thanjavur. */
import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import messages from "./en.json";
import Gallery from "./Gallery.svelte";
import { codeName, placeName } from "./names";
import SeatBadge from "./SeatBadge.svelte";
import { alone, asks, choiceLabel, scoreRows, status, textView } from "./text";
import type { Wire } from "./wire";

const chola: GameModule<Wire> = {
  name: "chola",
  Board,
  Gallery,
  Badge: SeatBadge,
  pieces: {
    params: ["letter", "card", "tile", "treasure", "placed", "paid", "letters", "squares"],
    Chip,
    name: codeName,
  },
  scoreRows,
  textView,
  choiceLabel,
  status,
  asks,
  alone,
  ending: (view, t) => status(view, [], t),
  place: placeName,
  unsaid: ["build", "colours", "place", "arrange", "sculpt", "plan", "split"].map(
    (step) => `chola.log.${step}`,
  ),
  messages,
};

export default chola;
