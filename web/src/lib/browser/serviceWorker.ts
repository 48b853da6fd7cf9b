/** Register the service worker, which makes the client load instantly, work offline and be installable as an app. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}

function keep(): void {
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => {
      // Also report files that were loaded before the service worker was active.
      const observer = new PerformanceObserver((list) => active?.postMessage(built(list.getEntries())));
      observer.observe({ type: "resource", buffered: true });
    })
    // Service workers may be disabled; the page works without one.
    .catch(() => undefined);
}

/** Return the built files among the resources loaded by this page. */
function built(entries: PerformanceEntryList): string[] {
  return entries
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/assets/"))
    .map((url) => url.pathname);
}
