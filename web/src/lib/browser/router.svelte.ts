/** Paths without hashes: the server answers every one of them with this page. */

let path = $state(location.pathname);
let query = $state.raw(new URLSearchParams(location.search));

export const route = {
  get path(): string {
    return path;
  },
  get query(): URLSearchParams {
    return query;
  },
  /** Parts of the path, decoded: "/t/abc/review" is ["t", "abc", "review"]. */
  get parts(): string[] {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  },
};

/** Somebody has gone from page to page: the first page begins at its top by itself. */
let travelled = false;

function read(): void {
  path = location.pathname;
  query = new URLSearchParams(location.search);
}

/** For the title of a page: the keyboard goes on from here when the page before took the focus with it. */
export function arriveAt(title: HTMLElement): void {
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

/** Shows the part of the page that the address names, once it is there: "/puzzles#indus". */
export function showPart(): void {
  requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}

/** Changes the address of the present page without a new entry in the history. */
export function readdress(to: string): void {
  history.replaceState(null, "", to);
  read();
}

/** Lets plain links to our own pages change the page without loading it again; call once. */
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
    if (link.hash && link.pathname === location.pathname) return; // a place on this page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
