/** Tells by the device's own notifications that somebody is waited for, while no page of the hall is looked at. */
import { preferences } from "./preferences.svelte";

let told: string | null = null;

/** Whether this browser can tell so at all. */
export const canNotify = "Notification" in globalThis && "serviceWorker" in navigator;

/** Asks the browser for leave; whether it is given. */
export async function mayNotify(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

/** `title` says who is waited for, `null` that nobody is. Each is told once, while the page is not looked at. */
export async function notify(title: string | null): Promise<void> {
  if (!canNotify || title === told) return;
  told = title;
  const registration = await cleared();
  // Meanwhile there may be something else to tell, or nothing.
  if (title === null || title !== told || !document.hidden) return;
  if (!preferences.notify || Notification.permission !== "granted") return;
  await registration?.showNotification(title, {
    tag: location.pathname,
    icon: "/lamp-lit.svg",
    data: location.href,
  });
}

/** What was told of this page goes. */
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
