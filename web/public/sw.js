/*
 * Keeps the client at hand. Built files are kept, for their names change with what is in them; the page itself is the
 * server's as long as that answers, else as it was last. What belongs to games and people is never kept here;
 * pages keep how tables stood, in a cache of their own (lib/server/cachedTables.ts).
 */
const CACHE = "client";
/** Built files of so many are dropped, the oldest first, when there are more: those of versions before. */
const MOST = 200;
const PAGE = "/";
const LASTING = ["/lamp.svg", "/lamp-lit.svg"];

async function kept(event) {
  const found = await caches.match(event.request, { cacheName: CACHE });
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) store(event, event.request, answer);
  return answer;
}

async function fresh(event, name) {
  try {
    // A browser that asks for the page while this here begins has it sooner.
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    const isPage = name !== PAGE || (answer.headers.get("content-type") ?? "").startsWith("text/html");
    if (answer.ok && isPage) store(event, name, answer);
    return answer;
  } catch (error) {
    // The page of another language is better than none.
    const found = await caches.match(name, { cacheName: CACHE, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

/** Keeps an answer, which whoever asked for it does not wait for. A full disk is no harm. */
function store(event, name, answer) {
  const copy = answer.clone();
  const kept = caches.open(CACHE).then((cache) => cache.put(name, copy));
  event.waitUntil(kept.catch(() => undefined));
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
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page tells what it has loaded before there was anybody here to keep it. */
self.addEventListener("message", (event) => {
  if (event.origin === location.origin) event.waitUntil(keep([PAGE, ...LASTING, ...event.data]));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(kept(event));
  else if (request.mode === "navigate") event.respondWith(fresh(event, PAGE));
  else if (LASTING.includes(url.pathname)) event.respondWith(fresh(event, url.pathname));
});

/** What the server tells while nobody looks (server/social/push.py); where the page is in front, that says it itself. */
self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

async function tell(told) {
  const { title, body, lang, path, holds } = await asItIs(told);
  const address = new URL(path, location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.url === address && page.visibilityState === "visible")) return;
  await self.registration.showNotification(title, {
    body,
    lang,
    tag: path,
    // Browsers want something shown for all that comes; what is over makes no noise.
    ...(holds ? { renotify: true } : { silent: true }),
    icon: "/lamp-lit.svg",
    data: address,
  });
}

/** It may have come late, and I have been elsewhere meanwhile: where the server answers, that knows. */
async function asItIs(told) {
  try {
    const answer = await fetch(told.still, { signal: AbortSignal.timeout(5000) });
    return answer.ok ? await answer.json() : told;
  } catch {
    return told;
  }
}

/** A push service may give this browser another address: the server is to know it. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

async function renew() {
  const { key, on, language, remind } = await (await fetch("/api/me/push")).json();
  if (!on || key === null) return;
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(wish)).toJSON();
  await fetch("/api/me/push", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, public_key: keys.p256dh, secret: keys.auth, language, remind }),
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
