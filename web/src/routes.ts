/** Routes of all pages except the lobby; pages are loaded on demand. */

/** A page, with names of its props in the order of the route's wildcards. */
export interface Route {
  load(): Promise<{ default: unknown }>;
  props?: readonly string[];
}

export const routes: Record<string, Route> = {
  "t/*": { load: () => import("./table/TableSession.svelte"), props: ["id"] },
  "t/*/review": { load: () => import("./review/Review.svelte"), props: ["id"] },
  "t/*/learn": { load: () => import("./learn/Mistakes.svelte"), props: ["id"] },
  puzzles: { load: () => import("./learn/Puzzles.svelte") },
  "puzzles/*/*": { load: () => import("./learn/Puzzle.svelte"), props: ["game", "id"] },
  "learn/*/*": { load: () => import("./learn/Lesson.svelte"), props: ["game", "id"] },
  "learn/*": { load: () => import("./learn/Learn.svelte"), props: ["game"] },
  join: { load: () => import("./screens/EnterCode.svelte") },
  "join/*": { load: () => import("./screens/Join.svelte"), props: ["invite"] },
  "games/*": { load: () => import("./screens/AboutGame.svelte"), props: ["game"] },
  "gallery/*": { load: () => import("./screens/Gallery.svelte"), props: ["game"] },
  "rules/*": { load: () => import("./screens/RulesPage.svelte"), props: ["game"] },
  kept: { load: () => import("./screens/OfflineTables.svelte") },
  tables: { load: () => import("./screens/AllTables.svelte") },
  statistics: { load: () => import("./screens/Statistics.svelte") },
  settings: { load: () => import("./screens/SettingsPage.svelte") },
};

/** A matched route with the props for its page. */
export interface RouteMatch {
  route: Route;
  props: Record<string, string>;
}

/** Match an address given as segments: ["t", "abc"] is a table. */
export function matchRoute(parts: readonly string[]): RouteMatch | null {
  for (const [address, route] of Object.entries(routes)) {
    const wanted = address.split("/");
    if (wanted.length !== parts.length || !wanted.every((part, at) => part === "*" || part === parts[at]))
      continue;
    const stars = parts.filter((_, at) => wanted[at] === "*");
    return {
      route,
      props: Object.fromEntries((route.props ?? []).map((name, at) => [name, stars[at] ?? ""])),
    };
  }
  return null;
}
