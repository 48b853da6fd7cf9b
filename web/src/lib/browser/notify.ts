/** Device notifications for a pending turn while no page of this site is visible. */
import { preferences } from "./preferences.svelte";

let lastTitle: string | null = null;

/** True if this browser supports notifications. */
export const canNotify = "Notification" in globalThis && "serviceWorker" in navigator;

/** Ask for permission; return whether it was granted. */
export async function requestPermission(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

/** Show a notification once while the page is hidden; `title` names the table that is waiting, null if none is. */
export async function notify(title: string | null): Promise<void> {
  if (!canNotify || title === lastTitle) return;
  lastTitle = title;
  const registration = await cleared();
  // Meanwhile the title may have changed.
  if (title === null || title !== lastTitle || !document.hidden) return;
  if (!preferences.notify || Notification.permission !== "granted") return;
  await registration?.showNotification(title, {
    tag: location.pathname,
    icon: "/lamp-lit.svg",
    data: location.href,
  });
}

/** Close this page's notification. */
async function cleared(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications({ tag: location.pathname })) ?? [];
  for (const notification of shown) notification.close();
  return registration;
}

if (canNotify) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void cleared();
  });
}
