/** Recorded motion of an action: the paths of pieces until they came to rest. The client only plays it back. */
import type { FloorName, Side, View } from "../wire";

/** Format stored by the server. */
interface Recorded {
  step: number;
  frames: number;
  bodies: number[];
  /**
   * base64 of a zlib stream of little-endian 16-bit integers with shape (7, bodies, frames), as differences between
   * frames.
   */
  data: string;
}

export interface Run {
  /** Seconds per frame. */
  step: number;
  frames: number;
  /** x, y, z in mm and quaternion w, x, y, z of each frame, by piece code ("F01" or "F01.2"). */
  bodies: Map<string, Float32Array>;
}

/** Motion to play, with the view before it and the upper side of each floor. */
export interface ShownMotion {
  runs: Run[];
  before: View;
  sides: ReadonlyMap<FloorName, Side>;
  /** Playback speed: 1 is real time. */
  pace: number;
  /** True if the camera circles the temple once during the motion. */
  around: boolean;
}

/** Collapses play in slow motion, and replays even slower. */
export const PACE = { usual: 1, collapse: 0.5, again: 0.35 };

/** Final position of a piece: x, y, z in mm and the quaternion w, x, y, z. */
export type RestingPose = readonly number[];

/** An impact or creak: seconds from the start, and strength from 0 to 1. */
export interface Noise {
  at: number;
  what: "column" | "floor" | "creak";
  force: number;
}

const FLOORS = 18;
const BASES = 6;
const VALUES = 7;
const UNIT = 0.1;
const FULL = 4095;

export function codeOf(body: number): string {
  const floor = (number: number): string => `F${String(number + 1).padStart(2, "0")}`;
  if (body < FLOORS) return floor(body);
  return `${floor(Math.floor((body - FLOORS) / BASES))}.${(body - FLOORS) % BASES}`;
}

/** Maximum length of a motion, in frames. */
const MAX_FRAMES = 1000;

/** Decode a recording. It is untrusted, so its stated size is checked before memory is allocated. */
export async function decode(recorded: Recorded): Promise<Run> {
  const { frames, bodies, step } = recorded;
  const known = bodies.every((body) => Number.isInteger(body) && body >= 0 && body < FLOORS + FLOORS * BASES);
  if (!known || new Set(bodies).size < bodies.length) throw new RangeError("bodies of a motion");
  if (!(Number.isInteger(frames) && frames > 0 && frames <= MAX_FRAMES && step > 0 && step <= 1))
    throw new RangeError("frames of a motion");
  const bytes = Uint8Array.from(atob(recorded.data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return unpack(recorded, await read(stream, VALUES * bodies.length * frames));
}

/** Read exactly `count` 16-bit integers: a few compressed bytes could expand to any amount. */
async function read(stream: ReadableStream<Uint8Array>, count: number): Promise<Int16Array> {
  const found = new Uint8Array(2 * count);
  const reader = stream.getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > found.length) {
      await reader.cancel();
      throw new RangeError("length of a motion");
    }
    found.set(part.value, length);
    length += part.value.length;
  }
  if (length < found.length) throw new RangeError("length of a motion");
  return new Int16Array(found.buffer);
}

/** Sum up the differences, with the same 16-bit wrap-around as in the encoder. */
export function unpack({ step, frames, bodies }: Recorded, numbers: Int16Array): Run {
  const found = new Map<string, Float32Array>();
  bodies.forEach((body, at) => {
    const path = new Float32Array(frames * VALUES);
    for (let value = 0; value < VALUES; value++) {
      let sum = 0;
      for (let frame = 0; frame < frames; frame++) {
        sum = ((sum + (numbers[(value * bodies.length + at) * frames + frame] ?? 0)) << 16) >> 16;
        path[frame * VALUES + value] = value < 3 ? sum * UNIT : sum / FULL;
      }
    }
    found.set(codeOf(body), path);
  });
  return { step, frames, bodies: found };
}

/** Return the motion recorded with an event; empty if nothing moved. */
export async function motionOf(seq: number, details: (seq: number) => Promise<unknown>): Promise<Run[]> {
  const kept = (await details(seq)) as { runs?: Recorded[] };
  const runs = await Promise.all((kept.runs ?? []).map(decode));
  return runs.filter((run) => run.bodies.size > 0);
}

/** Return the final positions of all pieces that moved. */
export function endsOf(runs: readonly Run[]): Map<string, RestingPose> {
  const ends = new Map<string, RestingPose>();
  for (const run of runs)
    for (const [code, path] of run.bodies) ends.set(code, [...path.slice((run.frames - 1) * VALUES)]);
  return ends;
}

/** A piece farther than this from the centre has left the table, in mm. */
export const EDGE = 600;
/** A piece that moves less than this per frame is at rest, in mm. */
const REST = 0.15;

/** Cut a run when everything on the table is at rest, without waiting for pieces that roll off it. */
export function untilRest(run: Run): Run {
  let last = 0;
  for (const path of run.bodies.values())
    for (let frame = run.frames - 1; frame > last; frame--) {
      const [x = 0, y = 0, z = 0] = path.slice(frame * VALUES, frame * VALUES + 3);
      const [a = 0, b = 0, c = 0] = path.slice((frame - 1) * VALUES, (frame - 1) * VALUES + 3);
      if (Math.hypot(a, b) < EDGE && Math.hypot(x - a, y - b, z - c) > REST) last = frame;
    }
  return { ...run, frames: Math.min(run.frames, last + 2) };
}

/** Slower falls make no sound, in mm/s. */
const SOFT = 160;
/** Speed of a fall from the height of a table, mm/s. */
const HARD = 1500;
/** Sideways shift from which a floor creaks, in mm. */
const CREAK = 0.4;

/** Return the sounds of a motion: impacts where falls end abruptly, and creaking before anything falls. */
export function noisesOf(runs: readonly Run[]): Noise[] {
  const noises: Noise[] = [];
  let begun = 0;
  for (const run of runs) {
    let creaks = Number.POSITIVE_INFINITY;
    for (const [code, path] of run.bodies) {
      const what = code.includes(".") ? "column" : "floor";
      const off = (frame: number, value: number): number =>
        (path[frame * VALUES + value] ?? 0) - (path[value] ?? 0);
      const falling = (frame: number): number => (off(frame - 1, 2) - off(frame, 2)) / run.step;
      for (let frame = 1; frame + 1 < run.frames; frame++) {
        if (what === "floor" && Math.hypot(off(frame, 0), off(frame, 1)) > CREAK)
          creaks = Math.min(creaks, frame);
        const speed = falling(frame);
        if (speed > SOFT && falling(frame + 1) < speed * 0.45)
          noises.push({ at: begun + frame * run.step, what, force: Math.min(1, speed / HARD) });
      }
    }
    if (Number.isFinite(creaks)) noises.push({ at: begun + creaks * run.step, what: "creak", force: 0.5 });
    begun += run.step * (run.frames - 1);
  }
  return noises.toSorted((a, b) => a.at - b.at);
}
