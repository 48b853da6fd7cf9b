/** The rules of a game in our own words, fetched once, with a search over their clauses. */
import { api, type Clause, type Guide } from "../lib/api";

const guides = new Map<string, Promise<Guide>>();

export function guideOf(game: string): Promise<Guide> {
  let guide = guides.get(game);
  if (!guide) {
    guide = api.guide(game);
    guides.set(game, guide);
    guide.catch(() => guides.delete(game));
  }
  return guide;
}

/** Sections with the clauses that contain every word of the search. */
export function found(guide: Guide, search: string): Guide["sections"] {
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
