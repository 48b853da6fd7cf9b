/** Web Push: the browser lets the server tell this device that somebody waits, while no page of the hall is open. */

import { canNotify, mayNotify } from "../browser/notify";
import { spoken } from "../language/i18n.svelte";
import { api } from "./api";

/** The key with which the hall tells, null where it tells nobody or this browser cannot be told; and whether it does. */
export async function pushState(): Promise<{ key: string | null; on: boolean }> {
  if (!canNotify || !("PushManager" in globalThis)) return { key: null, on: false };
  const { pushManager } = await navigator.serviceWorker.ready;
  const [{ key, on }, known] = await Promise.all([api.pushState(), pushManager.getSubscription()]);
  // Whoever was here before is not told any more.
  if (!on) await known?.unsubscribe();
  return { key, on: on && known !== null };
}

/** Switches it on, or on in another way; false where the browser does not allow notifications. */
export async function switchOn(key: string, remind: number): Promise<boolean> {
  if (!(await mayNotify())) return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A host may have made another key since: no browser takes two.
  if (known && encoded(known.options.applicationServerKey) !== key) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await api.pushOn({
    endpoint: subscription.endpoint,
    public_key: encoded(subscription.getKey("p256dh")),
    secret: encoded(subscription.getKey("auth")),
    language: spoken(),
    remind,
  });
  return true;
}

export async function switchOff(): Promise<void> {
  await api.pushOff();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Bytes in base64url, without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
