/** A picture to keep of a game that is over: the board, framed, with how it ended. */
import { locale } from "../lib/i18n.svelte";
import { kolam } from "../lib/kolam";
import { still } from "../lib/still";

export interface Caption {
  /** Name of the game. */
  title: string;
  line: string;
  /** Who took part, with the points where there are any. */
  standing: string[];
  praise: string;
}

const WIDTH = 1600;
const MARGIN = 72;
const SERIF = 'Eczar, "Iowan Old Style", Georgia, serif';
const SANS = '"Source Sans 3", "Segoe UI", system-ui, sans-serif';

/** What the picture shows: the part of the board that says so, else all of it. */
const PART = ".play [data-keepsake], .play .board";

interface Colours {
  paper: string;
  ink: string;
  soft: string;
  gold: string;
  kolam: string;
}

/** Draws the picture and hands it to the browser as a file. */
export async function saveKeepsake(name: string, caption: Caption): Promise<void> {
  const part =
    document.querySelector<HTMLElement>(".play [data-keepsake]") ?? document.querySelector<HTMLElement>(PART);
  if (!part) return;
  const board = await still(part, 2);
  const canvas = framed(board, caption, coloursOf(part));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error("no picture");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The colours of the hall as they are here, by day or by night. */
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

/** Lines of text that fit into a width. */
export function wrapped(text: string, fits: (line: string) => boolean): string[] {
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
  /** From the line before to the foot of this one. */
  step: number;
}

/** What stands under the board, line by line. */
function linesOf(paint: CanvasRenderingContext2D, caption: Caption, colours: Colours): TextLine[] {
  const room = WIDTH - 2 * MARGIN - 80;
  const set = (text: string, font: string, colour: string, step: number): TextLine[] => {
    paint.font = font;
    return wrapped(text, (line) => paint.measureText(line).width <= room).map((line) => ({
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
    ...(caption.praise ? set(caption.praise, `500 34px ${SERIF}`, colours.gold, 54) : []),
    ...set(`Mandapa  ·  ${caption.title}  ·  ${date}`, `400 26px ${SANS}`, colours.soft, 52),
  ];
}

/** The board within a double line of gold, a kolam above it and the words below. */
function framed(board: HTMLCanvasElement, caption: Caption, colours: Colours): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("no picture");
  const lines = linesOf(paint, caption, colours);
  const width = WIDTH - 2 * MARGIN;
  const height = (board.height / board.width) * width;
  const ornament = 96;
  canvas.width = WIDTH;
  canvas.height = MARGIN + ornament + height + lines.reduce((sum, line) => sum + line.step, 0) + MARGIN;
  paint.fillStyle = colours.paper;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.strokeStyle = colours.gold;
  for (const [inset, weight] of [
    [20, 5],
    [32, 2],
  ] as const) {
    paint.lineWidth = weight;
    paint.strokeRect(inset, inset, canvas.width - 2 * inset, canvas.height - 2 * inset);
  }
  drawKolam(paint, colours, ornament - 40);
  paint.drawImage(board, MARGIN, MARGIN + ornament, width, height);
  write(paint, lines, MARGIN + ornament + height);
  return canvas;
}

function drawKolam(paint: CanvasRenderingContext2D, colours: Colours, height: number): void {
  const { columns, rows, dots, path } = kolam(41, 2, 3);
  const unit = Math.min(height / rows, (WIDTH - 2 * MARGIN) / columns);
  paint.save();
  paint.translate((WIDTH - unit * columns) / 2, MARGIN);
  paint.scale(unit, unit);
  paint.lineWidth = 0.09;
  paint.strokeStyle = colours.gold;
  paint.stroke(new Path2D(path));
  paint.fillStyle = colours.soft;
  for (const [x, y] of dots) {
    paint.beginPath();
    paint.arc(x, y, 0.09, 0, 7);
    paint.fill();
  }
  paint.restore();
}

function write(paint: CanvasRenderingContext2D, lines: TextLine[], from: number): void {
  paint.textAlign = "center";
  let y = from;
  for (const line of lines) {
    y += line.step;
    paint.font = line.font;
    paint.fillStyle = line.colour;
    paint.fillText(line.text, WIDTH / 2, y);
  }
}
