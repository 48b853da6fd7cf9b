/** What the server has said that actions lead to. */

import type { AnyPreview } from "../contract";
import { ahead } from "./ahead.svelte";

/** What an action would bring, if the server has said so: points at once, or what is expected by the end. */
export function gainOf(previews: readonly AnyPreview[], action: string): number | null {
  if (ahead.on) return ahead.of(action);
  const preview = previews.find((one) => one.action === action);
  return preview?.gain ?? preview?.best ?? null;
}

/** The preview of an action, if it has come and has this field. */
export function previewOf<P extends AnyPreview, K extends string>(
  previews: readonly P[],
  action: string | undefined,
  field: K,
): Extract<P, Record<K, unknown>> | null {
  const found = previews.find((one) => one.action === action && field in one);
  return (found as Extract<P, Record<K, unknown>> | undefined) ?? null;
}
