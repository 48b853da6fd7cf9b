/** WebGL detection: whether this browser supports 3-D, and with which renderer. */
interface Drawing {
  possible: boolean;
  renderer: string;
}

let known: Drawing | null = null;

function drawing(): Drawing {
  known ??= look();
  return known;
}

function look(): Drawing {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    const info = context?.getExtension("WEBGL_debug_renderer_info");
    const renderer = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return { possible: context !== null, renderer };
  } catch {
    return { possible: false, renderer: "" };
  }
}

export function hasWebgl(): boolean {
  return drawing().possible;
}

/** Return whether the CPU renders every pixel because there is no graphics card. */
export function drawsInSoftware(): boolean {
  return /swiftshader|llvmpipe|software/i.test(drawing().renderer);
}
