/** How a table of the text view fits a phone: as it is, set small, or row by row with the head beside each cell. */
import type { TextSection } from "../contract";

type Table = NonNullable<TextSection["table"]>;
export type Fit = "plain" | "small" | "stacked";

/** Pixels that the pane leaves on a phone of 360. */
const ROOM = 344;
/** Width of a letter and of the gap after a column, in pixels, for either size of letters. */
const SIZES: [Fit, number, number][] = [
  ["plain", 7.5, 6],
  ["small", 6, 4],
];

/** No word is divided: every column is as wide as its longest one. */
export function fitOf({ head, rows }: Table): Fit {
  const longest = head.map((words, column) =>
    Math.max(
      ...[words, ...rows.map((row) => row[column] ?? "")]
        .flatMap((cell) => cell.split(/\s+/))
        .map((word) => word.length),
    ),
  );
  const letters = longest.reduce((sum, count) => sum + count, 0);
  const fitting = SIZES.find(([, letter, gap]) => letters * letter + head.length * gap <= ROOM);
  return fitting?.[0] ?? "stacked";
}
