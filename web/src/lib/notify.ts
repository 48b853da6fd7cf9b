/** Tells by the device's own notifications that somebody is waited for, while no page of the hall is looked at. */
import { preferences } from "./preferences.svelte";

let told: string | null = null;

/** Whether this browser can tell so at all. */
export const canNotify = "Notification" in globalThis && "serviceWorker" in navigator;

/** Asks the browser for leave; whether it is given. */
export async function mayNotify(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

/** `title` says who is waited for, `null` that nobody is. Each is told once, and goes when there is nothing to tell any more. */
export async function notify(title: string | null): Promise<void> {
  if (title === told) return;
  const before = told;
  told = title;
  if (!canNotify || (title === null && before === null)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const tag = location.pathname;
  for (const notification of await registration.getNotifications({ tag })) notification.close();
  if (title === null || !document.hidden || !preferences.notify || Notification.permission !== "granted")
    return;
  await registration.showNotification(title, { tag, icon: "/lamp-lit.svg", data: location.href });
}
