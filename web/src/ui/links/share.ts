/** Method used to share an address: the device's menu, the clipboard, or none. */
export type Shared = "menu" | "copied" | null;

/**
 * Share an address of this site through the device's menu or, without one, copy it. Browsers offer neither on plain
 * HTTP.
 */
export async function share(title: string, path: string): Promise<Shared> {
  const url = new URL(path, location.origin).href;
  try {
    await navigator.share({ title, url });
    return "menu";
  } catch (error) {
    // Closing the menu is not an error.
    if (error instanceof DOMException && error.name === "AbortError") return "menu";
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return null;
  }
}

/** Return whether an address such as "127.0.0.1" reaches only this computer, so that its links are of no use elsewhere. */
export function isThisComputer(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
