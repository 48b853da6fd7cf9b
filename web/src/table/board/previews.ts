/** Previews of actions received from the server. */

import type { AnyPreview } from "../contract";
import { expectedValues } from "./expectedValues.svelte";

/** Return the value of an action, if known: immediate points, or an estimate of the final result. */
export function gainOf(previews: readonly AnyPreview[], action: string): number | null {
  if (expectedValues.on) return expectedValues.of(action);
  const preview = previews.find((one) => one.action === action);
  return preview?.gain ?? preview?.best ?? null;
}

/** Return the preview of an action if it has arrived and has this field. */
export function previewOf<P extends AnyPreview, K extends string>(
  previews: readonly P[],
  action: string | undefined,
  field: K,
): Extract<P, Record<K, unknown>> | null {
  const found = previews.find((one) => one.action === action && field in one);
  return (found as Extract<P, Record<K, unknown>> | undefined) ?? null;
}
