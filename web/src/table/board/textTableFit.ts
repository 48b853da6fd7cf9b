/**
 * Layout of a table in the text view on phones: unchanged, in small type, or stacked with the heading next to each
 * cell.
 */
import type { TextSection } from "../contract";

type Table = NonNullable<TextSection["table"]>;
type Fit = "plain" | "small" | "stacked";

/** Pixels available in the pane on a 360 px phone. */
const ROOM = 344;
/** Width in pixels of a letter and of the gap after a column, for each type size. */
const SIZES: [Fit, number, number][] = [
  ["plain", 7.5, 6],
  ["small", 6, 4],
];

/** Words are not broken, so every column is as wide as its longest word. */
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
