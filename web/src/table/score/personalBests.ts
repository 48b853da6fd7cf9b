/** Best solo results of a player, by difficulty. */
import type { SoloResult } from "../../lib/server/api";

interface Best {
  level: string;
  /** Match of the best result. */
  id: string;
  total: number;
  /** Score of the opponent. */
  other: number;
  won: number;
  played: number;
}

/** Return one line per level, sorted by the numbers in their names, without results that have no level. */
export function bestsOf(
  results: readonly SoloResult[],
  level: (options: Record<string, unknown>) => string | null,
): Best[] {
  const found = new Map<string, SoloResult[]>();
  for (const result of results) {
    const name = level(result.options);
    if (name !== null) found.set(name, [...(found.get(name) ?? []), result]);
  }
  return [...found]
    .flatMap(([name, played]): Best[] => {
      const [best] = played.toSorted((a, b) => b.margin - a.margin || b.total - a.total);
      if (!best) return [];
      return [
        {
          level: name,
          id: best.id,
          total: best.total,
          other: best.total - best.margin,
          won: played.filter((one) => one.won).length,
          played: played.length,
        },
      ];
    })
    .sort((a, b) => a.level.localeCompare(b.level, undefined, { numeric: true }));
}
