/** Web Push: notifications about pending turns while no page of this site is open. */

import { canNotify, requestPermission } from "../browser/notify";
import { currentLanguage } from "../language/i18n.svelte";
import { api } from "./api";

/** Public key of the server (null if push is unavailable), and whether this device is subscribed. */
export async function pushState(): Promise<{ key: string | null; on: boolean }> {
  if (!canNotify || !("PushManager" in globalThis)) return { key: null, on: false };
  const { pushManager } = await navigator.serviceWorker.ready;
  const [{ key, on }, known] = await Promise.all([api.pushState(), pushManager.getSubscription()]);
  // Unsubscribe the previous guest of this browser.
  if (!on) await known?.unsubscribe();
  return { key, on: on && known !== null };
}

/** Subscribe, or change the subscription; return false if the browser does not allow notifications. */
export async function switchOn(key: string, remind: number): Promise<boolean> {
  if (!(await requestPermission())) return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // The host may have changed its key; a browser accepts only one per site.
  if (known && encoded(known.options.applicationServerKey) !== key) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await api.pushOn({
    endpoint: subscription.endpoint,
    public_key: encoded(subscription.getKey("p256dh")),
    secret: encoded(subscription.getKey("auth")),
    language: currentLanguage(),
    remind,
  });
  return true;
}

export async function switchOff(): Promise<void> {
  await api.pushOff();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Encode as base64url without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
