/** Texts of Indus: labels of choices, score rows, the text view and the status line. */
import { joinFacts, joinNames } from "../../../lib/language/i18n.svelte";
import type { ScoreRow, SeatInfo, TextSection, Translate } from "../../../table/contract";
import { nameOf } from "../../../table/seats/names";
import type { Choice, Kind, RuinView, Sheet, SheetRuin, View } from "../wire";
import { cellOf } from "./grid";
import {
  countsOf,
  effectWords,
  pieceName,
  prizesOf,
  reserveWords,
  shareLines,
  stackWords,
  teamName,
  worthOf,
} from "./names";
import { KINDS, parsePiece, RANKS } from "./pieces";
import { fieldName, lineName, ruinName, spaceName } from "./placeNames";

/** Return the spoken and visible label of a legal action. */
export function choiceLabel(choice: Choice, view: View, t: Translate): string {
  switch (choice.kind) {
    case "team":
      return t("indus.choice.team", { team: teamName(choice.team, t), team_id: choice.team });
    case "add":
      return t("indus.choice.add", {
        kind: choice.rank,
        rank: t(`indus.rank.${choice.rank}`),
        rank_id: choice.rank,
        space: spaceName(choice.space, t),
        line: lineName(choice.space, t),
      });
    case "move":
      return t("indus.choice.move", {
        piece: pieceName(choice.piece, t),
        piece_id: choice.piece,
        space: spaceName(choice.space, t),
        field: fieldName(choice.field, t),
        effect: effectWords(choice.effect, t),
      });
    case "reroll":
      return t("indus.choice.reroll", {
        ranks: ranksWords(choice.ranks, t),
        roll: choice.roll,
        die: view.die ?? 0,
      });
    case "take":
      return t("indus.choice.take", { piece: pieceName(choice.piece, t), piece_id: choice.piece });
    case "spare":
      return t("indus.choice.spare", {
        piece: pieceName(choice.piece, t),
        piece_id: choice.piece,
        field: fieldName(choice.field, t),
      });
    case "score":
      return t("indus.choice.score", {
        piece: pieceName(choice.piece, t),
        piece_id: choice.piece,
        points: choice.points,
        to: teamName(choice.to, t),
        to_id: choice.to,
      });
  }
}

/** List ranks: "assistants and professors". */
export function ranksWords(ranks: readonly string[], t: Translate): string {
  return joinNames(ranks.map((rank) => t(`indus.ranks.${rank}`)));
}

/** Return the rows of a score sheet: captures, then the kinds of ruin in scoring order. */
export function scoreRows(sheet: Sheet, t: Translate): ScoreRow[] {
  const captured: ScoreRow = {
    id: "captured",
    label: t("indus.score.captured"),
    rule: t("indus.score.captured.rule"),
    points: sheet.captured,
    detail:
      byTeam(sheet, (team) => team.captured, t) ||
      t("indus.score.captured.detail", { points: sheet.captured }),
  };
  return [captured, ...KINDS.flatMap((kind) => kindRow(sheet, kind, t))];
}

function kindRow(sheet: Sheet, kind: Kind, t: Translate): ScoreRow[] {
  const points = sheet.kinds[kind];
  if (points === undefined) return [];
  const paid = sheet.ruins.filter((ruin) => ruin.kind === kind);
  return [
    {
      id: kind,
      label: t(`indus.kinds.${kind}`),
      rule: t(`indus.score.${kind}.rule`),
      points,
      detail: joinFacts(paid.map((ruin) => ruinDetail(ruin, sheet, t))) || t("indus.score.nothing"),
      cells: paid.flatMap((ruin) => ruin.fields.map(cellOf)),
    },
  ];
}

/** Format the points of a ruin: "8" or, if shared, "5 (tie: 11 ÷ 2 = 5)". */
function ruinDetail(ruin: SheetRuin, sheet: Sheet, t: Translate): string {
  const own = sheet.teams.map((row) => row.team);
  const shares = ruin.shares.filter(
    (share) => share.each > 0 && share.teams.some((team) => own.includes(team)),
  );
  const divided = shares
    .filter((share) => share.by > 1)
    .map((share) => t("indus.score.division", { ...share, teams: "" }));
  return [t("indus.score.ruin", { name: ruin.name, points: ruin.points }), ...divided].join(" ");
}

/** Return each team's share, for seats with two teams. */
function byTeam(sheet: Sheet, pick: (row: Sheet["teams"][number]) => number, t: Translate): string {
  if (sheet.teams.length < 2) return "";
  return sheet.teams
    .map((row) => t("indus.count", { team: teamName(row.team, t), team_id: row.team, count: pick(row) }))
    .join(", ");
}

/** Return the text view: the whole table as headings, lines and tables, sufficient to play without the board. */
export function textView(view: View, seats: SeatInfo[], t: Translate): TextSection[] {
  const name = (seat: number): string => nameOf(seat, seats, t);
  return [
    { heading: t("indus.text.table"), lines: tableLines(view, name, t) },
    teamsSection(view, name, t),
    startsSection(view, t),
    fieldsSection(view, t),
    ruinsSection(view, t),
  ];
}

function tableLines(view: View, name: (seat: number) => string, t: Translate): string[] {
  const lines = [turnLine(view, name, t)];
  if (view.phase === "place" || view.phase === "place_team")
    lines.push(t("indus.text.to_place", { count: view.to_place }));
  if (view.die !== null) {
    lines.push(t("indus.text.die", { die: view.die, roll: view.roll, left: view.rolls_left }));
  }
  if (view.take_backs.some((count) => count > 0)) {
    const counts = view.take_backs.map((count, seat) => `${name(seat)} ${count}`).join(", ");
    lines.push(t("indus.text.take_backs", { counts, limit: view.take_back_limit }));
  }
  return lines;
}

function turnLine(view: View, name: (seat: number) => string, t: Translate): string {
  if (view.turn === null) return t(view.phase === "over" ? "indus.status.over" : "indus.status.setup");
  const params = { name: name(view.turn), team: view.team ? teamName(view.team, t) : "none" };
  return t(`indus.text.turn.${view.phase}`, params);
}

function teamsSection(view: View, name: (seat: number) => string, t: Translate): TextSection {
  const stands = (team: string): string =>
    joinFacts(
      view.starts
        .filter((start) => start.piece && parsePiece(start.piece).team === team)
        .map(
          (start) => `${t(`indus.rank.${parsePiece(start.piece ?? "").rank}`)}, ${spaceName(start.space, t)}`,
        ),
    );
  return {
    heading: t("indus.text.teams"),
    table: {
      caption: t("indus.text.teams"),
      head: ["team", "seat", "reserve", "standing", "captured", "ruins", "total"].map((id) =>
        t(`indus.text.head.${id}`),
      ),
      rows: view.teams.map((row) => [
        teamName(row.team, t),
        name(row.seat),
        RANKS.map((rank) => reserveWords(row.reserve[rank], rank, t)).join(", "),
        stands(row.team) || t("indus.nobody"),
        String(row.captured),
        String(row.ruins),
        String(row.total),
      ]),
    },
  };
}

function startsSection(view: View, t: Translate): TextSection {
  return {
    heading: t("indus.text.starts"),
    table: {
      caption: t("indus.text.starts"),
      head: [t("indus.text.head.space"), t("indus.text.head.piece"), t("indus.text.head.line")],
      rows: view.starts.map((start) => [
        spaceName(start.space, t),
        start.piece ? pieceName(start.piece, t) : t("indus.free"),
        lineName(start.space, t),
      ]),
    },
  };
}

function fieldsSection(view: View, t: Translate): TextSection {
  const named = (name: string): string => {
    const ruin = view.ruins.find((one) => one.name === name);
    return ruin ? ruinName(ruin, view.ruins, t) : "";
  };
  return {
    heading: t("indus.text.fields"),
    table: {
      caption: t("indus.text.fields"),
      head: ["field", "ruins", "stack", "secured"].map((id) => t(`indus.text.head.${id}`)),
      rows: view.fields.map((field) => [
        fieldName(field.field, t),
        field.ruins.map(named).join(", "),
        stackWords(field, t) || t("indus.free"),
        field.secured ? teamName(field.secured, t) : "",
      ]),
    },
  };
}

function ruinsSection(view: View, t: Translate): TextSection {
  return {
    heading: t("indus.text.ruins"),
    table: {
      caption: t("indus.text.ruins"),
      head: ["ruin", "fields", "worth", "counts", "now"].map((id) => t(`indus.text.head.${id}`)),
      rows: view.ruins.map((ruin) => ruinRow(ruin, view, t)),
    },
  };
}

function ruinRow(ruin: RuinView, view: View, t: Translate): string[] {
  const pays = view.phase === "over" ? shareLines(ruin, t).join(" ") : prizesOf(ruin, t);
  return [
    ruinName(ruin, view.ruins, t),
    joinFacts(ruin.fields.map((field) => fieldName(field, t))),
    worthOf(ruin, t),
    countsOf(ruin.counts, t),
    pays || t("indus.nobody"),
  ];
}

/** Return the current prompt: "Which rank, and where?" */
export function prompt(view: View, choices: Choice[], t: Translate): string {
  if (choices.length === 0) return "";
  const reroll = view.phase === "go" && choices.some((choice) => choice.kind === "reroll");
  const spare = choices.some((choice) => choice.kind === "spare");
  const only = choices.length === 1 && (view.phase === "team" || view.phase === "place_team");
  const also = reroll ? "_or_reroll" : spare ? "_or_spare" : only ? "_only" : "";
  return t(`indus.ask.${view.phase}${also}`, { die: view.die ?? 0 });
}

/** Return the number of researchers still to be added. */
export function status(view: View, _seats: SeatInfo[], t: Translate, now: View = view): string {
  if (view.phase === "over") return t("indus.status.over");
  if (view.phase === "setup") return t("indus.status.setup");
  if (view.phase === "place" || view.phase === "place_team")
    return t("indus.status.place", { count: now.to_place });
  return t("indus.status", { left: leftOf(view) });
}

/** Return the number of researchers in reserve and on start spaces. */
export function leftOf(view: View): number {
  const standing = view.starts.filter((start) => start.piece !== null).length;
  return view.teams.reduce(
    (sum, row) => sum + RANKS.reduce((all, rank) => all + row.reserve[rank], 0),
    standing,
  );
}
