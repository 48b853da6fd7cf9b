/** Avatars generated from names: flowers of petals around a centre. */
import faces from "@mandapa/server/tables/faces.json";
import { seeded } from "./kolam";

type Colour = keyof typeof faces.colours;
export const COLOURS = Object.keys(faces.colours) as Colour[];
/** Codes of the languages that players can list. */
export const LANGUAGE_CODES: readonly string[] = faces.languages;

export interface AvatarShape {
  /** Background colour, `#rrggbb`: the drawing on it is light in both themes. */
  ground: string;
  /** SVG paths within a circle of radius 16 around (0, 0), with fill rule "evenodd". */
  petals: string;
  heart: string;
}

/** Return the avatar of a name; the colour is the player's choice, else derived from the name. */
export function avatarOf(name: string, colour: string | null): AvatarShape {
  const random = seeded(hash(name.normalize("NFC")));
  const among = (count: number): number => Math.floor(random() * count);
  const own = COLOURS[among(COLOURS.length)] as Colour;
  const count = 4 + among(6);
  const petal = PETALS[among(PETALS.length)] as Petal;
  const turn = among(2) * (Math.PI / count);
  const heart = HEARTS[among(HEARTS.length)] as (count: number) => string;
  return {
    ground: faces.colours[isColour(colour) ? colour : own],
    petals: round(count, turn, (angle) => petal(angle, Math.PI / count)),
    heart: heart(count),
  };
}

function isColour(name: string | null): name is Colour {
  return name !== null && name in faces.colours;
}

/** FNV-1a hash: similar names get very different avatars. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text)) value = Math.imul(value ^ unit, 0x01000193);
  return value >>> 0;
}

/** Return a petal at an angle, limited to the given half width. */
type Petal = (angle: number, half: number) => string;

const PETALS: Petal[] = [
  // Pointed, like a lotus.
  (angle, half) =>
    `M${at(angle, 6)}Q${at(angle - half, 11)} ${at(angle, 14.5)}Q${at(angle + half, 11)} ${at(angle, 6)}Z`,
  // Broad, with a notched tip.
  (angle, half) =>
    `M${at(angle, 5.5)}L${at(angle - half * 0.75, 12.5)}Q${at(angle - half * 0.35, 15)} ${at(angle, 11.5)}Q${at(angle + half * 0.35, 15)} ${at(angle + half * 0.75, 12.5)}Z`,
  // Round, like lamps in a ring.
  (angle, half) => circle(angle, 10.5, Math.min(3.6, 9.5 * Math.sin(half))),
  // A lozenge, like the holes of a jali.
  (angle, half) =>
    `M${at(angle, 6)}L${at(angle - half * 0.7, 10)}L${at(angle, 14.5)}L${at(angle + half * 0.7, 10)}Z`,
  // A loop around a dot.
  (angle, half) => {
    const wide = Math.min(4, 10 * Math.sin(half));
    return circle(angle, 10.5, wide) + circle(angle, 10.5, wide * 0.5);
  },
];

const HEARTS: ((count: number) => string)[] = [
  () => circle(0, 0, 4),
  () => circle(0, 0, 4.4) + circle(0, 0, 2.2),
  (count) => round(count, 0, (angle) => circle(angle, 3, Math.min(1.3, 2.6 * Math.sin(Math.PI / count)))),
  () => "M0-4.4L4.4 0L0 4.4L-4.4 0Z",
];

function round(count: number, turn: number, draw: (angle: number) => string): string {
  return Array.from({ length: count }, (_, n) => draw(turn + (2 * Math.PI * n) / count)).join("");
}

/** Return the point at a distance from the centre and an angle; 0 is up. */
function at(angle: number, far: number): string {
  return `${short(far * Math.sin(angle))} ${short(-far * Math.cos(angle))}`;
}

function circle(angle: number, far: number, radius: number): string {
  const [x, y] = [far * Math.sin(angle), -far * Math.cos(angle)];
  const arc = `a${short(radius)} ${short(radius)} 0 1 0`;
  return `M${short(x - radius)} ${short(y)}${arc}${short(2 * radius)} 0${arc}${short(-2 * radius)} 0Z`;
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
