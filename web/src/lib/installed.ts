/** The client is kept by a service worker: it opens at once, and without a network, and can be installed as an app. */
export function keepClient(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker
      .register("/sw.js")
      .then(() => navigator.serviceWorker.ready)
      .then((worker) => worker.active?.postMessage(loaded()))
      // Where the browser allows none the page works as well.
      .catch(() => undefined);
  });
}

/** Built files that this page has loaded. */
function loaded(): string[] {
  return performance
    .getEntriesByType("resource")
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/assets/"))
    .map((url) => url.pathname);
}
