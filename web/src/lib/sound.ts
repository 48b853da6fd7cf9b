/** Soft stone, wood and bell, made on the spot with the Web Audio API; silent until a person turns sound on. */
import { preferences } from "./preferences.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!preferences.sound || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** For games with sounds of their own: one struck tone that fades away. */
export function strike(
  frequency: number,
  seconds: number,
  loudness: number,
  type: OscillatorType,
  delay = 0,
): void {
  const out = audio();
  if (!out) return;
  const at = out.currentTime + delay;
  const tone = out.createOscillator();
  const gain = out.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(frequency, at);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(out.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

/** A short dull knock: filtered noise. */
export function knock(cutoff: number, seconds: number, loudness: number, delay = 0): void {
  const out = audio();
  if (!out) return;
  const length = Math.floor(out.sampleRate * seconds);
  const buffer = out.createBuffer(1, length, out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  }
  const source = out.createBufferSource();
  source.buffer = buffer;
  const filter = out.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = cutoff;
  const gain = out.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(out.destination);
  source.start(out.currentTime + delay);
}

export const sound = {
  /** A piece is laid on stone. */
  stone(): void {
    knock(900, 0.09, 0.5);
    strike(180, 0.08, 0.08, "sine");
  },
  /** Something small happens, e.g. a draw from the bag. */
  wood(): void {
    knock(1_800, 0.05, 0.22);
    strike(420, 0.06, 0.05, "triangle");
  },
  /** It is my move. */
  bell(): void {
    strike(880, 1.1, 0.09, "sine");
    strike(1_320, 0.9, 0.04, "sine", 0.01);
    strike(2_217, 0.6, 0.015, "sine", 0.02);
  },
};
