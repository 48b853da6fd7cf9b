/**
 * Server time, from the `Date` header of responses plus the time elapsed since. Timestamps of the server are compared
 * with this, never with the device's clock, which may be hours off.
 */

/** Offset of the server's Unix time in milliseconds from performance.now(); null before the first response. */
let offset: number | null = null;

/** Update from the `Date` of a response. An earlier time than the known one comes from a cache and is ignored. */
export function updateServerTime(date: string | null): void {
  const found = Date.parse(date ?? "") - performance.now();
  if (found > (offset ?? Number.NEGATIVE_INFINITY)) offset = found;
}

/** Unix time on the server in milliseconds; the device's time before the first response. */
export function serverNow(): number {
  return offset === null ? Date.now() : offset + performance.now();
}
