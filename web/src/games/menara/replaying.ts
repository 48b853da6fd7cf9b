/** Recorded motion of an act: how the pieces moved until they came to rest. The client plays it back and computes nothing. */
import type { View } from "./types";

/** As the server keeps it. */
interface Recorded {
  step: number;
  frames: number;
  bodies: number[];
  /** base64 of a zlib stream of little-endian 16-bit numbers, shape (7, bodies, frames), differences along the frames. */
  data: string;
}

export interface Run {
  /** Seconds from frame to frame. */
  step: number;
  frames: number;
  /** By the code of the piece, "F01" or "F01.2": x, y, z in mm and the quaternion w, x, y, z of each frame. */
  bodies: Map<string, Float32Array>;
}

/** Motion to be shown, and what stood before it. */
export interface Shown {
  runs: Run[];
  before: View;
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

export async function decode(recorded: Recorded): Promise<Run> {
  const bytes = Uint8Array.from(atob(recorded.data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const numbers = new Int16Array(await new Response(stream).arrayBuffer());
  return unpacked(recorded, numbers);
}

/** Adds the differences up, wrapping round as they were taken. */
export function unpacked({ step, frames, bodies }: Recorded, numbers: Int16Array): Run {
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

/** The motion that the server recorded with an event; empty when nothing moved. */
export async function motionOf(seq: number, details: (seq: number) => Promise<unknown>): Promise<Run[]> {
  const kept = (await details(seq)) as { runs?: Recorded[] };
  const runs = await Promise.all((kept.runs ?? []).map(decode));
  return runs.filter((run) => run.bodies.size > 0);
}
