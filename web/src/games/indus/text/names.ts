/** Names of researchers, prizes and effects. */
import { joinFacts, joinNames } from "../../../lib/language/i18n.svelte";
import type { Translate } from "../../../table/contract";
import { ranked } from "../panels/leaders";
import type { ByTeam, Effect, FieldView, Kind, PieceCode, Rank, RuinView, Team, View } from "../wire";
import { KINDS, parsePiece } from "./pieces";
import { fieldName, ruinName } from "./placeNames";

export function teamName(team: Team, t: Translate): string {
  return t(`indus.team.${team}`);
}

/** Return the name of a researcher: "blue professor". */
export function pieceName(code: PieceCode, t: Translate): string {
  const { team, rank } = parsePiece(code);
  return t("indus.piece", {
    team: teamName(team, t),
    team_id: team,
    rank: t(`indus.rank.${rank}`),
    rank_id: rank,
  });
}

/** Return a number of researchers of a rank: "5 workers". */
export function reserveWords(count: number, rank: Rank, t: Translate): string {
  return t("indus.text.reserve", { count, rank: t(`indus.${count === 1 ? "rank" : "ranks"}.${rank}`) });
}

function teamNames(teams: readonly Team[], t: Translate): string {
  return joinNames(teams.map((team) => teamName(team, t)));
}

/** Return the values of a ruin: "8 and 4 points". */
export function worthOf({ values }: Pick<RuinView, "values">, t: Translate): string {
  return t("indus.worth", { first: values[0] ?? 0, second: values[1] ?? 0 });
}

/** Return the current counts of a ruin: "blue 2, green 1". */
export function countsOf(counts: ByTeam, t: Translate): string {
  const words = ranked(counts).map(({ team, count }) =>
    t("indus.count", { team: teamName(team, t), team_id: team, count }),
  );
  return words.join(", ") || t("indus.nobody");
}

/** Return the current prizes: "blue 8, yellow 2". */
export function prizesOf(ruin: RuinView, t: Translate): string {
  const words = ranked(ruin.prizes).map(({ team, count }) =>
    t("indus.count", { team: teamName(team, t), team_id: team, count }),
  );
  return words.join(", ") || t("indus.nobody");
}

/** Return the prizes of a ruin with the calculation: "9 ÷ 2 = 4 each for blue and green". */
export function shareLines(ruin: RuinView, t: Translate): string[] {
  return ruin.shares.map(({ teams, pool, by, each }) =>
    t(by === 1 ? "indus.share.one" : "indus.share.many", {
      teams: teamNames(teams, t),
      pool,
      by,
      each,
      lost: pool - by * each,
    }),
  );
}

/** Return the effect of a landing: "secures, captures yellow worker (+1)". */
export function effectWords(effect: Effect, t: Translate): string {
  return t(`indus.effect.${effect.kind}`, {
    on: effect.on ? teamName(effect.on, t) : "",
    on_id: effect.on ?? "",
    captured: joinNames(effect.captured.map((code) => pieceName(code, t))),
    count: effect.captured.length,
    points: effect.points,
    to: effect.to ? teamName(effect.to, t) : "",
  });
}

/** Return a stack from top to bottom: "blue worker on yellow assistant". */
export function stackWords(field: FieldView, t: Translate): string {
  const [lowest = "", ...upper] = field.stack.map((code) => pieceName(code, t));
  return upper.reduce((below, top) => t("indus.stack", { top, below }), lowest);
}

/** Describe a field with its ruins and stack, for screen readers. */
export function fieldWords(field: FieldView, view: View, t: Translate): string {
  const ruins = view.ruins.filter((ruin) => field.ruins.includes(ruin.name));
  const parts = [
    fieldName(field.field, t),
    ruins.map((ruin) => ruinName(ruin, view.ruins, t)).join(", "),
    field.stack.length > 0 ? stackWords(field, t) : t("indus.free"),
    field.secured ? t("indus.secured", { team: teamName(field.secured, t), team_id: field.secured }) : "",
  ];
  return joinFacts(parts.filter(Boolean));
}

/** Return the ruins of a board piece with their number of fields: "graveyard 1 · canal 3 · alley 1, 1". */
export function ruinsOf(parts: readonly { kind: Kind; fields: readonly unknown[] }[], t: Translate): string {
  return KINDS.flatMap((kind) => {
    const sizes = parts.filter((part) => part.kind === kind).map((part) => part.fields.length);
    return sizes.length > 0
      ? [t("indus.editor.part", { kind: t(`indus.kind.${kind}`), kind_id: kind, sizes: sizes.join(", ") })]
      : [];
  }).join(" · ");
}
