/*
 * Keeps the client at hand. Built files are kept, for their names change with what is in them; the page itself is the
 * server's as long as that answers, else as it was last. What belongs to games and people is never kept here;
 * pages keep how tables stood, in a cache of their own (lib/kept.ts).
 */
const CACHE = "client";
/** Built files of so many are dropped, the oldest first, when there are more: those of versions before. */
const MOST = 200;
const PAGE = "/";
const LASTING = ["/lamp.svg", "/lamp-lit.svg"];

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function fresh(request, name) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    const isPage = name !== PAGE || (answer.headers.get("content-type") ?? "").startsWith("text/html");
    if (answer.ok && isPage) await cache.put(name, answer.clone());
    return answer;
  } catch (error) {
    // The page of another language is better than none.
    const found = await cache.match(name, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

async function keep(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) {
    if (!(await cache.match(name))) await cache.add(name).catch(() => undefined);
  }
  const old = await cache.keys();
  const built = old.filter((request) => new URL(request.url).pathname.startsWith("/assets/"));
  await Promise.all(built.slice(0, Math.max(0, built.length - MOST)).map((request) => cache.delete(request)));
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
/** A page tells what it has loaded before there was anybody here to keep it. */
self.addEventListener("message", (event) => {
  if (event.origin === location.origin) event.waitUntil(keep([PAGE, ...LASTING, ...event.data]));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fresh(request, PAGE));
  else if (LASTING.includes(url.pathname)) event.respondWith(fresh(request, url.pathname));
});

/** What the server tells while nobody looks (server/push.py); where the page is in front, that says it itself. */
self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

async function tell({ title, body, lang, path }) {
  const address = new URL(path, location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.url === address && page.visibilityState === "visible")) return;
  await self.registration.showNotification(title, {
    body,
    lang,
    tag: path,
    renotify: true,
    icon: "/lamp-lit.svg",
    data: address,
  });
}

/** A notification leads to the page that it speaks of. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const page = pages.find((one) => one.url === address);
      return page ? page.focus() : self.clients.openWindow(address);
    }),
  );
});
