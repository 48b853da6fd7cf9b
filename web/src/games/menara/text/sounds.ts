/** Sounds of Menara: wood on cardboard, cardboard on wood, creaking, falling. */

import { knock, sound, strike } from "../../../lib/browser/sound";
import type { GameEvent } from "../../../table/contract";
import type { Noise } from "../hand/motionReplay";

/** Number of boards that play the sounds of a fall along with its animation; see `staged`. */
let stages = 0;

/** Leave the sounds of falls to the animation until the returned function is called. */
export function staged(): () => void {
  stages += 1;
  return () => {
    stages -= 1;
  };
}

function column(force = 0.5, delay = 0): void {
  knock(2_600, 0.04, 0.1 + 0.3 * force, delay);
  strike(690 + 60 * Math.random(), 0.055, 0.02 + 0.06 * force, "triangle", delay);
}

function floor(force = 0.5, delay = 0): void {
  knock(620, 0.13, 0.2 + 0.45 * force, delay);
  strike(128, 0.12, 0.04 + 0.08 * force, "sine", delay);
}

/** Creaking wood: a few low rasps that slow down. */
function creak(force = 0.5, delay = 0): void {
  for (let i = 0; i < 5; i++)
    strike(
      120 - 9 * i + 8 * Math.random(),
      0.07,
      0.012 + 0.02 * force,
      "sawtooth",
      delay + 0.05 * i + 0.012 * i * i,
    );
}

function clatter(): void {
  for (const delay of [0, 0.09, 0.15]) column(0.7, delay);
}

function crash(): void {
  creak(0.8);
  floor(1, 0.3);
  floor(0.7, 0.52);
  for (let i = 0; i < 8; i++) column(0.9 - 0.08 * i, 0.32 + 0.07 * i + 0.03 * Math.random());
}

export function hear({ what, force }: Noise): void {
  ({ column, floor, creak })[what](force);
}

const OF_ACTION: Record<string, () => void> = {
  place: column,
  put: column,
  reset: column,
  lay: floor,
  cover: floor,
};
const OF_OUTCOME: Record<string, () => void> = { topples: clatter, collapses: crash };

/** Play the sounds of these events, one of each kind. */
export function sounds(events: readonly GameEvent[]): void {
  const due = new Set<() => void>();
  for (const event of events) {
    const word = event.action.split(" ")[0] ?? "";
    if (event.kind === "act") due.add(OF_ACTION[word] ?? sound.wood);
    else if (event.kind === "chance" && word === "result") {
      const fell = stages === 0 ? OF_OUTCOME[String(event.log.params.outcome)] : undefined;
      if (fell) due.add(fell);
    } else if (event.kind === "chance") due.add(sound.wood);
  }
  for (const play of due) play();
}
