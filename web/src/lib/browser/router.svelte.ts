/** Router for paths without hashes: the server returns this page for each of them. */

let path = $state(location.pathname);
let query = $state.raw(new URLSearchParams(location.search));

export const route = {
  get path(): string {
    return path;
  },
  get query(): URLSearchParams {
    return query;
  },
  /** Decoded path segments: "/t/abc/review" is ["t", "abc", "review"]. */
  get parts(): string[] {
    return path.split("/").filter(Boolean).map(decoded);
  },
};

/** Return a segment as it is if it is malformed, such as "100%". */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** True after the first navigation; the initial page already starts at its top. */
let travelled = false;

function read(): void {
  path = location.pathname;
  query = new URLSearchParams(location.search);
}

/** Svelte attachment for a page title: take focus if it was lost with the previous page. */
export function focusTitle(title: HTMLElement): void {
  if (!travelled) return;
  requestAnimationFrame(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) title.focus({ preventScroll: true });
  });
}

export function go(to: string): void {
  travelled = true;
  history.pushState(null, "", to);
  read();
  scrollTo(0, 0);
}

/** Scroll to the part of the page named by the address once it exists: "/puzzles#indus". */
export function scrollToHash(): void {
  requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}

/** Replace the address of the current page without a new history entry. */
export function replaceAddress(to: string): void {
  history.replaceState(null, "", to);
  read();
}

/** Handle clicks on internal links without reloading the page; call once. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    travelled = true;
    read();
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return; // a link within this page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
