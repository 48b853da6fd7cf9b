/** The client is kept by a service worker: it opens at once, and without a network, and can be installed as an app. */
export function keepClient(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}

function keep(): void {
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => {
      // What was asked for before there was anybody to keep it is told, too, as soon as it is there.
      const told = new PerformanceObserver((list) => active?.postMessage(built(list.getEntries())));
      told.observe({ type: "resource", buffered: true });
    })
    // Where the browser allows none the page works as well.
    .catch(() => undefined);
}

/** Built files among what this page has loaded. */
function built(entries: PerformanceEntryList): string[] {
  return entries
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/assets/"))
    .map((url) => url.pathname);
}
