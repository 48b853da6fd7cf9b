/** Numbers and signs that float over the temple. */
import type { Texture } from "three";
import { canvas, texture } from "./textures";

/** Create a number with a dark rim, readable on any ground. */
export function written(text: string, colour: string): Texture {
  const font = "600 44px 'Source Sans 3 Variable', sans-serif";
  const [, ruler] = canvas(1, 1);
  ruler.font = font;
  const [made, pen] = canvas(Math.ceil(ruler.measureText(text).width) + 24, 60);
  pen.font = font;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 12;
  pen.strokeStyle = "#1c0f08";
  pen.strokeText(text, 12, 32);
  pen.fillStyle = colour;
  pen.fillText(text, 12, 32);
  return texture(made);
}

/** Create the warning sign for an action that could bring the temple down: hollow if risky, filled if certain. */
export function warning(tone: string, full: boolean): Texture {
  const [made, pen] = canvas(96, 96);
  pen.lineJoin = "round";
  pen.beginPath();
  pen.moveTo(48, 10);
  pen.lineTo(88, 82);
  pen.lineTo(8, 82);
  pen.closePath();
  pen.fillStyle = full ? tone : "#1c0f08";
  pen.fill();
  pen.lineWidth = full ? 6 : 10;
  pen.strokeStyle = full ? "#1c0f08" : tone;
  pen.stroke();
  pen.fillStyle = full ? "#fff6e4" : tone;
  pen.fillRect(43, 36, 10, 24);
  pen.fillRect(43, 66, 10, 9);
  return texture(made);
}

/** Create the symbol of a centre of mass: a disc in black and white quarters. */
export function quartered(): Texture {
  const [made, pen] = canvas(96, 96);
  pen.translate(48, 48);
  const disc = (from: number, to: number, fill: string): void => {
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, 42, from, to);
    pen.fillStyle = fill;
    pen.fill();
  };
  disc(0, 2 * Math.PI, "#fff8e6");
  disc(0, Math.PI / 2, "#1c0f08");
  disc(Math.PI, 1.5 * Math.PI, "#1c0f08");
  pen.beginPath();
  pen.arc(0, 0, 42, 0, 2 * Math.PI);
  pen.lineWidth = 5;
  pen.strokeStyle = "#1c0f08";
  pen.stroke();
  return texture(made);
}
