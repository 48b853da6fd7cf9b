/**
 * Sounds of wood, stone, cloth, dice and bells, synthesized with the Web Audio API. They are never the only cue. Silent
 * until the user has turned sound on and interacted with the page.
 */
import { preferences } from "./preferences.svelte";

let context: AudioContext | null = null;
/** Shared output with a limiter, so that simultaneous sounds are no louder than one. */
let out: AudioNode | null = null;

function audio(): { context: AudioContext; out: AudioNode } | null {
  if (!preferences.sound || typeof AudioContext === "undefined") return null;
  // Browsers block audio before the first user interaction, and log a warning if a page tries anyway.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  out ??= softened(context);
  return { context, out };
}

function softened(within: AudioContext): AudioNode {
  const compressor = within.createDynamicsCompressor();
  compressor.connect(within.destination);
  return compressor;
}

/** Play a single decaying tone. */
export function strike(
  frequency: number,
  seconds: number,
  loudness: number,
  type: OscillatorType,
  delay = 0,
): void {
  const heard = audio();
  if (!heard) return;
  const at = heard.context.currentTime + delay;
  const tone = heard.context.createOscillator();
  const gain = heard.context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(frequency, at);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(heard.out);
  tone.start(at);
  tone.stop(at + seconds);
}

/** Play decaying noise below a frequency or, as `band`, around it: a knock if short, a rustle if long. */
export function knock(cutoff: number, seconds: number, loudness: number, delay = 0, band = false): void {
  const heard = audio();
  if (!heard) return;
  const { sampleRate, currentTime } = heard.context;
  const length = Math.floor(sampleRate * seconds);
  const buffer = heard.context.createBuffer(1, length, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  }
  const source = heard.context.createBufferSource();
  source.buffer = buffer;
  const filter = heard.context.createBiquadFilter();
  filter.type = band ? "bandpass" : "lowpass";
  filter.frequency.value = cutoff;
  const gain = heard.context.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(heard.out);
  source.start(currentTime + delay);
}

export type Sound = (delay?: number) => void;

/** Play a bronze bell: its partials are inharmonic. */
function ring(frequency: number, seconds: number, loudness: number, delay: number): void {
  strike(frequency, seconds, loudness, "sine", delay);
  strike(2.01 * frequency, 0.7 * seconds, 0.45 * loudness, "sine", delay);
  strike(2.98 * frequency, 0.5 * seconds, 0.2 * loudness, "sine", delay);
  strike(5.4 * frequency, 0.18 * seconds, 0.1 * loudness, "sine", delay);
}

export const sound = {
  /** Sound of a piece placed on stone. */
  stone(delay = 0): void {
    knock(900, 0.09, 0.5, delay);
    strike(180, 0.08, 0.08, "sine", delay);
  },
  /** Sound of a wooden piece. */
  wood(delay = 0): void {
    knock(1_800, 0.05, 0.22, delay);
    strike(420, 0.06, 0.05, "triangle", delay);
  },
  /** Sound of reaching into a bag, or turning over a card. */
  cloth(delay = 0): void {
    knock(2_600, 0.16, 0.16, delay, true);
    knock(1_400, 0.12, 0.12, delay + 0.09, true);
  },
  /** Sound of a die rolling over wood. */
  dice(delay = 0): void {
    for (const [at, loud] of [
      [0, 1],
      [0.07, 0.8],
      [0.15, 0.65],
      [0.26, 0.5],
      [0.41, 0.4],
    ] as const) {
      knock(3_200, 0.03, 0.3 * loud, delay + at);
      strike(980 + 140 * Math.random(), 0.035, 0.05 * loud, "triangle", delay + at);
    }
  },
  /** Sound of iron striking stone three times. */
  chisel(delay = 0): void {
    for (const at of [0, 0.14, 0.28]) {
      knock(4_200, 0.03, 0.2, delay + at, true);
      strike(2_400, 0.05, 0.03, "triangle", delay + at);
      knock(700, 0.06, 0.25, delay + at);
    }
  },
  /** Sound of a chat message. */
  word(delay = 0): void {
    strike(660, 0.09, 0.05, "sine", delay);
    strike(880, 0.12, 0.05, "sine", delay + 0.08);
  },
  /** Sound at the start of my turn. */
  bell(delay = 0): void {
    ring(880, 1.1, 0.08, delay);
  },
  /** Sound at the end of a game. */
  bells(delay = 0): void {
    for (const [index, note] of [587, 740, 880, 1_175].entries()) ring(note, 2.2, 0.06, delay + 0.22 * index);
  },
} satisfies Record<string, Sound>;

/** Delay between simultaneous sounds, in seconds. */
const APART = 0.08;

/**
 * A game's sounds by the first word of an action or chance event, each played once, in short succession. Other events
 * are silent.
 */
export function soundsOf(
  of: Readonly<Record<string, Sound>>,
): (events: readonly { kind: string; action: string }[]) => void {
  return (events) => {
    const due = new Set<Sound>();
    for (const { kind, action } of events) {
      const word = action.split(" ")[0] ?? "";
      const made = (kind === "act" || kind === "chance") && Object.hasOwn(of, word) ? of[word] : undefined;
      if (made) due.add(made);
    }
    for (const [index, made] of [...due].entries()) made(index * APART);
  };
}
