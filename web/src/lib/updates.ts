/** Recover a page that was open while the server was updated: its remaining files are gone, and new ones took their place. */

const RELOADED = "mandapa.reloaded";
/** Shortest time between two reloads, in milliseconds: after a second failure, an update is not the cause. */
const PAUSE = 60_000;

/** Reload the page when one of its files cannot be loaded, but not offline, and not again and again. */
export function reloadOutdatedPage(reload = () => location.reload(), now = Date.now): void {
  addEventListener("vite:preloadError", () => {
    if (!navigator.onLine || now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < PAUSE) return;
    sessionStorage.setItem(RELOADED, String(now()));
    reload();
  });
}
