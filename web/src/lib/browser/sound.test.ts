import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Calls recorded by the fake audio classes. */
let log: string[];

class FakeParameter {
  value = 0;
  setValueAtTime(): void {}
  linearRampToValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
}

class FakeNode {
  frequency = new FakeParameter();
  gain = new FakeParameter();
  type = "";
  buffer: unknown = null;
  constructor(readonly name: string) {}
  connect(to: FakeNode): FakeNode {
    return to;
  }
  start(at: number): void {
    log.push(`${this.name} ${at.toFixed(2)}`);
  }
  stop(): void {}
}

class FakeAudio {
  sampleRate = 100;
  currentTime = 5;
  state = "suspended";
  destination = new FakeNode("out");
  constructor() {
    log.push("made");
  }
  resume(): void {
    log.push("resumed");
  }
  createDynamicsCompressor = () => new FakeNode("compressor");
  createOscillator = () => new FakeNode("tone");
  createGain = () => new FakeNode("gain");
  createBiquadFilter = () => new FakeNode("filter");
  createBufferSource = () => new FakeNode("noise");
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

const preferences = { sound: true };
vi.mock("./preferences.svelte", () => ({ preferences }));

async function fresh(): Promise<typeof import("./sound")> {
  vi.resetModules();
  return import("./sound");
}

function touched(yes: boolean): void {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: yes } });
}

beforeEach(() => {
  log = [];
  preferences.sound = true;
  vi.stubGlobal("AudioContext", FakeAudio);
  touched(true);
});
afterEach(() => vi.unstubAllGlobals());

describe("sound", () => {
  it("is silent while it is switched off", async () => {
    const { sound } = await fresh();
    preferences.sound = false;
    for (const made of Object.values(sound)) made();
    expect(log).toEqual([]);
  });

  it("is silent before the first interaction with the page", async () => {
    const { sound } = await fresh();
    touched(false);
    sound.bell();
    expect(log).toEqual([]);
    touched(true);
    sound.wood();
    expect(log).toEqual(["made", "resumed", "noise 5.00", "resumed", "tone 5.00"]);
  });

  it("works without Web Audio", async () => {
    const { sound } = await fresh();
    vi.stubGlobal("AudioContext", undefined);
    sound.stone();
    expect(log).toEqual([]);
  });

  it("builds every sound from noise and tones, in one context", async () => {
    const { sound } = await fresh();
    for (const made of Object.values(sound)) {
      const before = log.length;
      made(1);
      const starts = log.slice(before).filter((line) => line !== "made" && line !== "resumed");
      expect(starts.length).toBeGreaterThan(1);
      expect(starts.every((line) => Number(line.split(" ")[1]) >= 6)).toBe(true);
    }
    expect(log.filter((line) => line === "made")).toHaveLength(1);
  });
});

describe("the sounds of a game", () => {
  it("play once per kind of action, one after the other", async () => {
    const { soundsOf } = await fresh();
    const heard: string[] = [];
    const note = (name: string) => (delay?: number) => heard.push(`${name} ${delay?.toFixed(2)}`);
    const [lay, draw] = [note("lay"), note("draw")];
    const play = soundsOf({ build: lay, place: lay, card: draw });
    play([
      { kind: "act", action: "build a1" },
      { kind: "act", action: "place b2" },
      { kind: "chance", action: "card r" },
      { kind: "act", action: "toString" },
      { kind: "confirm", action: "" },
    ]);
    expect(heard).toEqual(["lay 0.00", "draw 0.08"]);
  });
});
