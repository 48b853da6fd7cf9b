/** The rules of a game in our own words, fetched once, with full-text search over their clauses. */

import { currentLanguage } from "../../lib/language/i18n.svelte";
import { api, type Clause, type Guide } from "../../lib/server/api";

const guides = new Map<string, Promise<Guide>>();

/** In the current language, if translated. */
export function guideOf(game: string): Promise<Guide> {
  const language = currentLanguage();
  const key = `${language} ${game}`;
  let guide = guides.get(key);
  if (!guide) {
    guide = api.guide(game, language);
    guides.set(key, guide);
    guide.catch(() => guides.delete(key));
  }
  return guide;
}

/** Return the sections with the clauses that contain every word of the query. */
export function searchRules(guide: Guide, search: string): Guide["sections"] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return guide.sections;
  const fits = (clause: Clause, title: string): boolean => {
    const text = `${clause.id} ${title} ${clause.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return guide.sections
    .map((section) => ({
      ...section,
      clauses: section.clauses.filter((clause) => fits(clause, section.title)),
    }))
    .filter((section) => section.clauses.length > 0);
}
