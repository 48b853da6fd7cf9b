/** Texts of Kerala: labels of choices, score rows, the text view and the status line. */
import type { ScoreRow, SeatInfo, TextSection, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import { sameCell } from "../board/layout";
import type { CellView, Choice, PlatformView, Sheet, View } from "../wire";
import { isAtRisk, placeName, sideName, tileName } from "./names";
import { COLOURS } from "./pieces";

/** Return the spoken and visible label of a legal action. */
export function choiceLabel(choice: Choice, _view: View, t: Translate): string {
  switch (choice.kind) {
    case "take":
      return t("kerala.choice.take", { tile: tileName(choice.tile, t), tile_id: choice.tile });
    case "pass":
      return t("kerala.choice.pass", { left: choice.left });
    case "step": {
      const params = {
        figure: choice.figure + 1,
        side: sideName(choice.direction, t),
        side_id: choice.direction,
        place: placeName(choice.cell, t),
      };
      if (!choice.covers) return t("kerala.choice.step", params);
      return t("kerala.choice.step_over", {
        ...params,
        covers: tileName(choice.covers, t),
        covers_id: choice.covers,
      });
    }
    case "turn":
    case "turn2":
      return t("kerala.choice.turn", { side: sideName(choice.side, t), side_id: choice.side });
    case "jump":
      return t("kerala.choice.jump", { figure: choice.figure + 1, place: placeName(choice.cell, t) });
    case "lift":
    case "drop":
      return t(`kerala.choice.${choice.kind}`, { place: placeName(choice.cell, t) });
    case "stay":
    case "keep":
      return t(`kerala.choice.${choice.kind}`);
  }
}

/**
 * Return the score sheets, or none before the start tiles are placed, when missing colours and figures mean nothing.
 */
export function sheetsOf(view: Pick<View, "platforms">): Sheet[] {
  return view.platforms.some(isLaid) ? view.platforms.map((platform) => platform.sheet) : [];
}

/** Return whether the start tile has been placed. */
export function isLaid(platform: PlatformView): boolean {
  return platform.cells.length > 0;
}

/** Return the rows of a score sheet, each with the cells it counts. */
export function scoreRows(sheet: Sheet, t: Translate): ScoreRow[] {
  const areas = sheet.removed.areas.map((area) =>
    t("kerala.score.removed.area", {
      colour: t(`kerala.colour.${area.colour}`),
      colour_id: area.colour,
      tiles: area.tiles,
    }),
  );
  const missing = sheet.missing.colours.map((colour) => t(`kerala.colour.${colour}`)).join(", ");
  return [
    {
      id: "removed",
      label: t("kerala.score.removed"),
      rule: t("kerala.score.removed.rule"),
      points: sheet.removed.points,
      detail: t("kerala.score.removed.detail", {
        tiles: sheet.removed.tiles,
        areas: areas.join(", ") || "none",
      }),
      cells: sheet.removed.areas.flatMap((area) => area.cells),
    },
    {
      id: "missing",
      label: t("kerala.score.missing"),
      rule: t("kerala.score.missing.rule"),
      points: sheet.missing.points,
      detail: t("kerala.score.missing.detail", { count: sheet.missing.colours.length, colours: missing }),
    },
    {
      id: "standing",
      label: t("kerala.score.standing"),
      rule: t("kerala.score.standing.rule"),
      points: sheet.standing.points,
      detail: t("kerala.score.standing.detail", { figures: sheet.standing.figures }),
    },
    {
      id: "edges",
      label: t("kerala.score.edges"),
      rule: t("kerala.score.edges.rule"),
      points: sheet.edges.points,
      detail: t("kerala.score.edges.detail", {
        matched: sheet.edges.matched.length,
        unmatched: sheet.edges.unmatched.length,
      }),
      cells: sheet.edges.matched.map((edge) => edge.cell),
    },
    ...COLOURS.map((colour) => {
      const part = sheet.symbols.by_colour[colour];
      return {
        id: `symbols-${colour}`,
        label: t("kerala.score.symbols", { colour: t(`kerala.colour.${colour}`), colour_id: colour }),
        ...(colour === COLOURS[0] ? { rule: t("kerala.score.symbols.rule") } : {}),
        points: part.points,
        detail: t("kerala.score.symbols.detail", { tiles: part.cells.length }),
        cells: part.cells,
      };
    }),
  ];
}

/** Return the text view: the whole table as headings, lines and tables. */
export function textView(view: View, seats: SeatInfo[], t: Translate): TextSection[] {
  const name = (seat: number) => nameOf(seat, seats, t);
  const lines = [
    status(view, seats, t),
    t("kerala.text.order", { names: view.turn_order.map(name).join(", ") }),
    t("kerala.text.offer", {
      tiles: view.offer.map((code) => tileName(code, t)).join(", ") || t("kerala.text.nothing"),
    }),
    t("kerala.text.bag", { bag: view.bag.total, box: view.box.total, removed: view.removed.total }),
  ];
  if (view.held) lines.push(t("kerala.text.held", { tile: tileName(view.held, t), tile_id: view.held }));
  return [
    { heading: t("kerala.text.table"), lines },
    ...view.platforms.map((platform) => platformSection(platform, name(platform.seat), t)),
  ];
}

function platformSection(platform: PlatformView, name: string, t: Translate): TextSection {
  const colour = platform.colour ? t(`kerala.colour.${platform.colour}`) : "";
  const [first, second] = platform.figures.map((figure) => placeName(figure.cell, t));
  const cells = [...platform.cells].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
  return {
    heading: t(isLaid(platform) ? "kerala.text.platform" : "kerala.text.platform.bare", {
      name,
      colour,
      total: platform.sheet.total,
    }),
    lines: first && second ? [t("kerala.text.figures", { first, second, left: platform.passes_left })] : [],
    table: {
      caption: t("kerala.text.cells"),
      head: [t("kerala.text.place"), t("kerala.text.tile"), t("kerala.text.more")],
      rows: cells.map((cell) => cellRow(cell, platform, t)),
    },
  };
}

function cellRow(cell: CellView, platform: PlatformView, t: Translate): string[] {
  const covered = cell.stack.slice(0, -1).reverse();
  const more = [
    cell.side && t("kerala.spoken.side", { side: sideName(cell.side, t), side_id: cell.side }),
    covered.length > 0 &&
      t("kerala.text.covered", { tiles: covered.map((code) => tileName(code, t)).join(", ") }),
    ...platform.figures.map(
      (figure, i) =>
        sameCell(figure.cell, cell.cell) &&
        t(figure.lying ? "kerala.spoken.lying" : "kerala.spoken.figure", { figure: i + 1 }),
    ),
    isAtRisk(platform, cell.cell) && t("kerala.spoken.removed"),
  ].filter(Boolean);
  return [placeName(cell.cell, t), tileName(cell.stack.at(-1) ?? "", t), more.join(", ")];
}

/** Return the current prompt: "Take a tile, or pass and lay an elephant down." */
export function prompt(view: View, choices: Choice[], t: Translate): string {
  if (choices.length === 0) return "";
  const pass = choices.some((choice) => choice.kind === "pass");
  return t(`kerala.ask.${view.phase}${pass ? "_or_pass" : ""}`);
}

/** Return the status line: "Round 7 of 24". */
export function status(view: View, _seats: SeatInfo[], t: Translate): string {
  if (view.phase === "over") return t("kerala.status.over");
  if (view.round === 0) return t("kerala.status.setup");
  return t("kerala.status", { round: view.round, rounds: view.rounds });
}
