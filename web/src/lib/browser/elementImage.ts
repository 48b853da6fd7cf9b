/** Capture a part of the page as an image: copy it with its styles into an SVG, and render that. */

/** Redraw callbacks of canvases that do not preserve their pixels, such as WebGL. */
const redraws = new WeakMap<HTMLCanvasElement, () => void>();

/** Register a canvas that does not preserve its pixels for capture: `draw` redraws it synchronously. */
export function registerCanvas(canvas: HTMLCanvasElement, draw: () => void): void {
  redraws.set(canvas, draw);
}

/** Attribute of controls that captures leave out. */
const EXCLUDED = "[data-no-picture]";

/** Margin for overflow such as shadows, in pixels. */
const EDGE = 10;

/** A drawing, and its size in the units of its `viewBox`, which are CSS pixels of the page. */
interface Drawing {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

const SVG = "http://www.w3.org/2000/svg";

/** A node of a drawing. */
export function shape<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** Return the element as a self-contained drawing. */
export async function cloneAsSvg(part: HTMLElement): Promise<Drawing> {
  const box = part.getBoundingClientRect();
  const [width, height] = [box.width + 2 * EDGE, box.height + 2 * EDGE];
  const page = document.documentElement;
  const svg = shape("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    style: `font-size: ${getComputedStyle(page).fontSize}`,
  });
  for (const [name, value] of Object.entries(page.dataset)) svg.setAttribute(`data-${name}`, value ?? "");
  const style = document.createElementNS(SVG, "style");
  style.textContent = `${await styles()} ${STILL}`;
  const inside = shape("foreignObject", {
    width,
    height,
    style: `transform: translate(${EDGE}px, ${EDGE}px)`,
  });
  inside.append(withAncestors(part, box));
  svg.append(style, inside);
  return { svg, width, height };
}

/** Return the drawing as SVG file content. */
export function textOfDrawing(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(svg);
}

/** Render the drawing as a bitmap in its own size. */
export async function renderBitmap(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  // Use a data URL: a canvas is tainted by blob URLs with foreign content.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOfDrawing(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error("no picture");
  return blob;
}

/** Styles that stop animations and hide everything around the element. */
const STILL = `
  *, *::before, *::after { animation: none !important; transition: none !important; }
  [data-around]::before, [data-around]::after { content: none !important; }
`;

/** Copy the element into empty copies of its ancestors, so that style selectors match; none of them takes up space. */
function withAncestors(part: HTMLElement, box: DOMRect): Element {
  let copy = cloneElement(part);
  copy.append(...missingDrawings(copy));
  copy.style.cssText += `; width: ${box.width}px; height: ${box.height}px; margin: 0`;
  for (
    let around = part.parentElement;
    around && around !== document.documentElement;
    around = around.parentElement
  ) {
    const shell = around.cloneNode(false) as HTMLElement;
    shell.dataset.around = "";
    // Keep the size of query containers; the element is in their corner.
    const { width: own, height: high } = around.getBoundingClientRect();
    shell.style.cssText += `; all: unset; display: block; position: absolute; inset: 0 auto auto 0; width: ${own}px; height: ${high}px`;
    const { containerType, containerName, color, font, background } = getComputedStyle(around);
    shell.style.cssText += `; container: ${containerName === "none" ? "" : `${containerName} / `}${containerType}`;
    shell.style.cssText += `; color: ${color}; font: ${font}`;
    if (around === document.body) shell.style.background = background;
    copyVariables(around, shell);
    shell.append(copy);
    copy = shell;
  }
  return copy;
}

/**
 * Copy custom properties set on an element. Those in its style attribute are copied already, and `all` does not affect
 * them.
 */
function copyVariables(from: HTMLElement, to: HTMLElement): void {
  for (const name of from.style) {
    if (name.startsWith("--")) to.style.setProperty(name, from.style.getPropertyValue(name));
  }
}

/** Copy drawings elsewhere on the page that the copy references, such as symbols and patterns. */
function missingDrawings(copy: HTMLElement): Element[] {
  const wanted = new Set<string>();
  const drawings = new Set<Element>();
  const look = (within: Element): void => {
    for (const [, id = ""] of within.outerHTML.matchAll(NAMED)) {
      if (wanted.has(id) || copy.querySelector(`[id="${CSS.escape(id)}"]`)) continue;
      wanted.add(id);
      const drawing = document.getElementById(id)?.closest("svg");
      if (!drawing || drawings.has(drawing)) continue;
      drawings.add(drawing);
      look(drawing);
    }
  };
  look(copy);
  return [...drawings].map((drawing) => {
    const drawn = drawing.cloneNode(true) as SVGElement;
    drawn.style.cssText += "; position: absolute; width: 0; height: 0";
    return drawn;
  });
}

/** References to ids in markup. */
const NAMED = /(?:href="#|url\((?:&quot;|"|')?#)([^"')&]+)/g;

/** Deep copy in which canvases are replaced by images of their content. */
function cloneElement(part: HTMLElement): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement;
  for (const control of copy.querySelectorAll(EXCLUDED)) control.remove();
  const canvases = [...part.querySelectorAll("canvas")];
  for (const [index, blank] of [...copy.querySelectorAll("canvas")].entries()) {
    const canvas = canvases[index];
    if (!canvas) continue;
    redraws.get(canvas)?.();
    const image = new Image();
    image.src = canvas.toDataURL();
    image.className = blank.className;
    const { width, height, position, inset } = getComputedStyle(canvas);
    image.style.cssText = `${blank.style.cssText}; width: ${width}; height: ${height}; position: ${position}; inset: ${inset}`;
    blank.replaceWith(image);
  }
  return copy;
}

/** Return all styles of the page that apply to this window, with fonts embedded. */
async function styles(): Promise<string> {
  const texts = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(textOf));
  return withFiles(texts.join("\n"));
}

/** Serialize a rule. Media queries are evaluated here, since the image has another size. */
function textOf(rule: CSSRule): string {
  if (!(rule instanceof CSSMediaRule)) return rule.cssText;
  return matchMedia(rule.conditionText).matches ? [...rule.cssRules].map(textOf).join("\n") : "";
}

const FILE = /url\("(?!#|data:)([^"]+)"\)/g;

/** Embed files referenced by styles, such as fonts: an image cannot load anything. */
async function withFiles(css: string): Promise<string> {
  const names = new Set([...css.matchAll(FILE)].map((match) => match[1] ?? ""));
  const found = new Map<string, string>();
  await Promise.all([...names].map(async (name) => found.set(name, await asData(name))));
  return css.replaceAll(FILE, (_, name: string) => `url("${found.get(name)}")`);
}

async function asData(name: string): Promise<string> {
  const blob = await (await fetch(new URL(name, styleBase()))).blob();
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Resolve file names relative to the style sheets, which are all in one folder. */
function styleBase(): string {
  return [...document.styleSheets].find((sheet) => sheet.href)?.href ?? location.href;
}
