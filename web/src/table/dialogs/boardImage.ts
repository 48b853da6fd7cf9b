/** Image of a position for sharing: the framed board with a caption and the standings. */
import { download } from "../../lib/browser/download";
import { cloneAsSvg, renderBitmap, shape, textOfDrawing } from "../../lib/browser/elementImage";
import { locale } from "../../lib/language/i18n.svelte";
import { formatPoints } from "../../lib/language/numbers";
import { kolam } from "../../lib/pictures/kolam";

export interface Caption {
  /** Name of the game. */
  title: string;
  line: string;
  /** Players, with points if the game has them. */
  standing: string[];
  praise?: string;
}

/** File name and texts for a saved picture of the board. */
export interface BoardImage {
  name: string;
  caption: Caption;
}

/** Bitmap for general use, or scalable vector graphic. */
export type Format = "png" | "svg";

const WIDTH = 1600;
const MARGIN = 72;
const SERIF = 'Eczar, "Iowan Old Style", Georgia, serif';
const SANS = '"Source Sans 3", "Segoe UI", system-ui, sans-serif';

interface Colours {
  paper: string;
  ink: string;
  soft: string;
  gold: string;
  kolam: string;
}

/** Draw the image and offer it as a download. */
export async function saveBoardImage({ name, caption }: BoardImage, format: Format): Promise<void> {
  // The part of the board marked for it, otherwise the whole board.
  const part =
    document.querySelector<HTMLElement>(".play [data-keepsake]") ??
    document.querySelector<HTMLElement>(".play .board");
  if (!part) return;
  const picture = await framed(part, caption);
  const content =
    format === "svg"
      ? new Blob([textOfDrawing(picture)], { type: "image/svg+xml" })
      : await renderBitmap(picture);
  download(`${name}.${format}`, content);
}

/** Return the players, with points of those who have their own score. */
export function standingOf(
  seats: readonly { seat: number; name: string }[],
  totals: ReadonlyMap<number, number>,
  together: boolean,
): string[] {
  return seats.map(({ seat, name }) => {
    const sum = together ? undefined : totals.get(seat);
    return sum === undefined ? name : `${name} ${formatPoints(sum)}`;
  });
}

/** Return the page's colours in the current theme. */
function coloursOf(part: HTMLElement): Colours {
  const probe = part.ownerDocument.createElement("span");
  part.ownerDocument.body.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: read("paper"),
    ink: read("ink"),
    soft: read("ink-soft"),
    gold: read("gold"),
    kolam: read("kolam"),
  };
  probe.remove();
  return colours;
}

/** Break text into lines that fit a width. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface TextLine {
  text: string;
  font: string;
  colour: string;
  /** Distance from the previous baseline. */
  step: number;
}

/** Text lines below the board. */
function linesOf(caption: Caption, colours: Colours): TextLine[] {
  const paint = document.createElement("canvas").getContext("2d");
  if (!paint) throw new Error("no picture");
  const room = WIDTH - 2 * MARGIN - 80;
  const set = (text: string, font: string, colour: string, step: number): TextLine[] => {
    if (!text) return [];
    paint.font = font;
    return wrapText(text, (line) => paint.measureText(line).width <= room).map((line) => ({
      text: line,
      font,
      colour,
      step,
    }));
  };
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date());
  return [
    ...set(caption.line, `600 60px ${SERIF}`, colours.ink, 84),
    ...set(caption.standing.join("  ·  "), `600 34px ${SANS}`, colours.ink, 56),
    ...set(caption.praise ?? "", `500 34px ${SERIF}`, colours.gold, 54),
    ...set(`Mandapa  ·  ${caption.title}  ·  ${date}`, `400 26px ${SANS}`, colours.soft, 52),
  ];
}

/** Draw the board in a double gold line, with a kolam above and text below. */
async function framed(part: HTMLElement, caption: Caption): Promise<SVGSVGElement> {
  const colours = coloursOf(part);
  const board = await cloneAsSvg(part);
  const lines = linesOf(caption, colours);
  const ornament = 96;
  const unit = board.width / (WIDTH - 2 * MARGIN);
  const foot = MARGIN + ornament + board.height / unit;
  const height = Math.round(foot + lines.reduce((sum, line) => sum + line.step, 0) + MARGIN);
  // The board keeps its own units; the frame uses those of the image.
  const [left, top] = [-MARGIN * unit, -(MARGIN + ornament) * unit];
  board.svg.setAttribute("width", String(WIDTH));
  board.svg.setAttribute("height", String(height));
  board.svg.setAttribute("viewBox", [left, top, WIDTH * unit, height * unit].join(" "));
  const frame = shape("g", { transform: `translate(${left} ${top}) scale(${unit})` });
  frame.append(
    shape("rect", { width: WIDTH, height, style: `fill: ${colours.paper}` }),
    golden(20, 5, height, colours),
    golden(32, 2, height, colours),
    ornamented(colours, ornament - 40),
    ...written(lines, foot),
  );
  board.svg.querySelector("style")?.after(frame);
  return board.svg;
}

/** A gold line all around. */
function golden(inset: number, weight: number, height: number, colours: Colours): SVGElement {
  return shape("rect", {
    x: inset,
    y: inset,
    width: WIDTH - 2 * inset,
    height: height - 2 * inset,
    style: `fill: none; stroke: ${colours.gold}; stroke-width: ${weight}`,
  });
}

function ornamented(colours: Colours, height: number): SVGElement {
  const [columns, rows] = [41, 2];
  const { dots, path } = kolam(columns, rows, 3);
  const unit = Math.min(height / rows, (WIDTH - 2 * MARGIN) / columns);
  const group = shape("g", {
    transform: `translate(${(WIDTH - unit * columns) / 2} ${MARGIN}) scale(${unit})`,
  });
  group.append(
    shape("path", { d: path, style: `fill: none; stroke: ${colours.gold}; stroke-width: 0.09` }),
    shape("path", {
      d: dots,
      style: `fill: none; stroke: ${colours.soft}; stroke-width: 0.18; stroke-linecap: round`,
    }),
  );
  return group;
}

function written(lines: TextLine[], from: number): SVGElement[] {
  let y = from;
  return lines.map((line) => {
    y += line.step;
    const style = `font: ${line.font}; fill: ${line.colour}; white-space: pre`;
    const text = shape("text", { x: WIDTH / 2, y, "text-anchor": "middle", style });
    text.textContent = line.text;
    return text;
  });
}
