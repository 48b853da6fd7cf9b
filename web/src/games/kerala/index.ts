/** Kerala: The Way of the Elephant, at festival noon. */
import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import messages from "./en.json";
import Gallery from "./Gallery.svelte";
import { choiceLabel, scoreRows, status, textView } from "./text";

const kerala: GameModule = {
  name: "kerala",
  Board,
  Gallery,
  scoreRows,
  textView,
  choiceLabel,
  status,
  refusal: (reason, t) => t(reason.key, reason.params),
  messages,
};

export default kerala;
