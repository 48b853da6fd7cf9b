/**
 * The server's time, from the `Date` of its answers and the time that has passed here since. Times that the server sends
 * are compared with this, never with the device's own clock, which may be hours off.
 */

/** What performance.now() lacks to the server's milliseconds since 1970; null before the first answer. */
let offset: number | null = null;

/** Takes the time from the `Date` of an answer. One that a cache had kept is older than what is known, and says nothing. */
export function learnServerTime(date: string | null): void {
  const found = Date.parse(date ?? "") - performance.now();
  if (found > (offset ?? Number.NEGATIVE_INFINITY)) offset = found;
}

/** Milliseconds since 1970 on the server; before its first answer, on this device. */
export function serverNow(): number {
  return offset === null ? Date.now() : offset + performance.now();
}
