/** How an address was shared: through the device's menu, by copying it, or not at all. */
export type Shared = "menu" | "copied" | null;

/**
 * Share an address of this site through the device's menu. Where there is none, copy it; browsers offer neither on plain
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
