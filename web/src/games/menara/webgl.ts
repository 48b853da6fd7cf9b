/** Whether this browser draws in three dimensions. */
let known: boolean | null = null;

export function hasWebgl(): boolean {
  if (known === null) {
    try {
      const context = document.createElement("canvas").getContext("webgl2");
      known = context !== null;
      context?.getExtension("WEBGL_lose_context")?.loseContext();
    } catch {
      known = false;
    }
  }
  return known;
}
