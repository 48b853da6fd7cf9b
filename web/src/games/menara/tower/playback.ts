/** Playback of recorded motion, with camera movement, dust and sounds. */
import { type Noise, noisesOf, type Run, type ShownMotion } from "../hand/motionReplay";
import type { Bodies } from "./bodies";
import type { Viewer } from "./camera";
import type { Dust } from "./dust";

const SEVEN = 7;

export class Playback {
  private playing: { shown: ShownMotion; noises: Noise[]; begun: number; done(): void } | null = null;

  constructor(
    private readonly bodies: Bodies,
    private readonly dust: Dust,
    private readonly viewer: Viewer,
    private readonly hear: (noise: Noise) => void,
  ) {}

  get running(): boolean {
    return this.playing !== null;
  }

  start(shown: ShownMotion, done: () => void): void {
    this.playing = { shown, noises: noisesOf(shown.runs), begun: performance.now(), done };
    if (shown.around) this.viewer.circle(0);
  }

  stop(): void {
    this.playing = null;
  }

  /** Show the pieces at this time of the recording; return true while it is unfinished. */
  step(now: number): boolean {
    const playing = this.playing;
    if (!playing) return false;
    const { runs, pace, around } = playing.shown;
    let seconds = Math.max(0, (pace * (now - playing.begun)) / 1000);
    const length = runs.reduce((sum, run) => sum + run.step * (run.frames - 1), 0);
    if (around && seconds > 0) this.viewer.circle(Math.min(1, seconds / length));
    while (playing.noises[0] && playing.noises[0].at <= seconds) this.hear(playing.noises.shift() as Noise);
    for (const run of runs) {
      const lasts = run.step * (run.frames - 1);
      if (seconds < lasts) {
        this.poseAt(run, seconds / run.step, pace);
        return true;
      }
      this.poseAt(run, run.frames - 1, pace);
      seconds -= lasts;
    }
    this.playing = null;
    playing.done();
    return false;
  }

  private poseAt(run: Run, at: number, pace: number): void {
    const low = Math.min(run.frames - 1, Math.floor(at));
    const high = Math.min(run.frames - 1, low + 1);
    for (const [code, path] of run.bodies) {
      const body = this.bodies.get(code);
      if (!body) continue;
      const lie = Array.from({ length: SEVEN }, (_, index) => {
        const [a, b] = [path[low * SEVEN + index] ?? 0, path[high * SEVEN + index] ?? 0];
        return a + (b - a) * (at - low);
      });
      const before = body.group.position.y;
      this.bodies.lay(body, lie);
      if (before - body.group.position.y > 0.25 * pace && body.group.position.y < 1.2)
        this.dust.puff(body.group.position);
    }
  }
}
