/** Spoken names of places, tiles and stacks. */
import type { Translate } from "../../../table/contract";
import { sameCell } from "../board/layout";
import type { Cell, CellView, PlatformView, Side } from "../wire";
import { parsePiece } from "./pieces";

/** Return the name of a cell relative to the start tile: "2 east, 1 south". */
export function placeName(cell: Cell, t: Translate): string {
  const [x, y] = cell;
  const parts = [
    x !== 0 &&
      t("kerala.place.way", {
        steps: Math.abs(x),
        side: sideName(x > 0 ? "E" : "W", t),
        side_id: x > 0 ? "E" : "W",
      }),
    y !== 0 &&
      t("kerala.place.way", {
        steps: Math.abs(y),
        side: sideName(y > 0 ? "S" : "N", t),
        side_id: y > 0 ? "S" : "N",
      }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : t("kerala.place.start");
}

export function sideName(side: Side, t: Translate): string {
  return t(`kerala.side.${side}`);
}

/** Return the name of a tile: "green 3", "blue with a black edge", "red jump". */
export function tileName(code: string, t: Translate): string {
  const piece = parsePiece(code);
  return t(`kerala.tile.${piece.kind}`, {
    colour: t(`kerala.colour.${piece.colour}`),
    colour_id: piece.colour,
    symbols: piece.symbols,
    edge: piece.edge ? t(`kerala.colour.${piece.edge}`) : "",
    edge_id: piece.edge ?? "",
  });
}

/** Explain a kind of piece and its effect. */
export function explain(code: string, t: Translate): string {
  const piece = parsePiece(code);
  return t(`kerala.explain.${piece.kind}`, {
    colour: t(`kerala.colour.${piece.colour}`),
    colour_id: piece.colour,
    symbols: piece.symbols,
    edge: piece.edge ? t(`kerala.colour.${piece.edge}`) : "",
    edge_id: piece.edge ?? "",
  });
}

/** Describe a cell: "2 east, 1 south, green 3, height 2, elephant 1". */
export function cellName(cell: CellView, platform: PlatformView, t: Translate): string {
  const top = cell.stack.at(-1);
  const parts = [placeName(cell.cell, t)];
  if (top) parts.push(tileName(top, t));
  if (cell.side) parts.push(t("kerala.spoken.side", { side: sideName(cell.side, t), side_id: cell.side }));
  if (cell.stack.length > 1) parts.push(t("kerala.spoken.height", { height: cell.stack.length }));
  platform.figures.forEach((figure, i) => {
    if (sameCell(figure.cell, cell.cell)) {
      parts.push(t(figure.lying ? "kerala.spoken.lying" : "kerala.spoken.figure", { figure: i + 1 }));
    }
  });
  if (isAtRisk(platform, cell.cell)) parts.push(t("kerala.spoken.removed"));
  return parts.join(", ");
}

/** Return whether scoring now would remove this cell. */
export function isAtRisk(platform: PlatformView, cell: Cell): boolean {
  return platform.sheet.removed.areas.some((area) => area.cells.some((gone) => sameCell(gone, cell)));
}
