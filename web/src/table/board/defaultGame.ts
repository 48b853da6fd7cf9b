/** Fallback module for games without their own board. */

import { untranslated } from "../../lib/language/i18n.svelte";
import type { AnyChoice, AnySheet, GameModule, ScoreRow, TextSection } from "../contract";
import DefaultBoard from "./DefaultBoard.svelte";
import DefaultGallery from "./DefaultGallery.svelte";

/** Fields that the page already shows elsewhere. */
const KNOWN = new Set(["game", "players", "seat", "grid", "sheets", "platforms"]);

/** Return the label of a choice, or its text form. */
export function labelOf(choice: AnyChoice): string {
  return untranslated(choice.label ?? choice.action);
}

export function plainEntries(view: unknown): [string, string][] {
  if (typeof view !== "object" || view === null) return [];
  return Object.entries(view)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => [
      pretty(name),
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
}

function pretty(name: string): string {
  return name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

function scoreRows(sheet: AnySheet): ScoreRow[] {
  return Object.entries(sheet)
    .filter(([name, value]) => typeof value === "number" && !["seat", "total", "rank"].includes(name))
    .map(([name, value]) => ({
      id: name,
      label: pretty(name),
      points: value as number,
      detail: String(value),
    }));
}

export function defaultGame(name: string): GameModule {
  return {
    name,
    Board: DefaultBoard,
    Gallery: DefaultGallery,
    scoreRows,
    textView: (view, _seats, t): TextSection[] => {
      const lines = plainEntries(view).map(([label, value]) => `${label}: ${value}`);
      const sections: TextSection[] = lines.length > 0 ? [{ heading: t("plain.facts"), lines }] : [];
      if (!view.grid) return sections;
      const rows = view.grid.map((row, index) => [String(index + 1), ...row]);
      const head = [
        "",
        ...Array.from({ length: (rows[0]?.length ?? 1) - 1 }, (_, index) => String(index + 1)),
      ];
      return [{ heading: t("plain.grid"), table: { caption: t("plain.grid"), head, rows } }, ...sections];
    },
    choiceLabel: labelOf,
    status: () => "",
  };
}
