/** The floor in hand: its pose, the suggested places, and the server's preview. */

import { layText, type PoseChoice, rounded } from "../board/shapes";
import type { Choice, Gallery, Pose, Preview, View } from "../wire";
import {
  floorPreviewOf,
  freeLevels,
  type GhostState,
  ghostOf,
  layActions,
  listedAt,
  type PlacePreview,
  suggested,
} from "./placing";

interface Table {
  view: View;
  choices: Choice[];
  previews: Preview[];
  pieces: Gallery | null;
  advised: string | null;
  ask: ((actions: readonly string[]) => Promise<Preview | null>) | undefined;
}

/** Debounce in milliseconds before requesting a preview of a moving floor. */
const PAUSE = 140;

export class Hand {
  /** Current pose; null if no floor is being placed, or no place has been touched yet. */
  private chosen = $state.raw<Pose | null>(null);
  private answer = $state.raw<{ pose: string; preview: PlacePreview } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: () => Table) {}

  readonly places = $derived.by((): PoseChoice[] => {
    const { choices, previews, advised } = this.table();
    const found = suggested(choices, previews);
    return advised
      ? found.toSorted((a, b) => Number(b.action === advised) - Number(a.action === advised))
      : found;
  });
  readonly free = $derived.by(() => this.table().ask !== undefined);
  /** Levels that can be chosen although no place on them is suggested. */
  readonly levels = $derived.by(() => (this.free ? freeLevels(this.table().previews) : []));
  /** Initial pose where no places are suggested; null elsewhere, and for spectators. */
  private readonly start = $derived.by((): Pose | null => {
    const { view, choices } = this.table();
    return this.free && choices.length > 0 ? (view.placing?.start ?? null) : null;
  });
  readonly active = $derived(this.places.length > 0 || this.start !== null);
  readonly pose = $derived<Pose | null>(
    this.active ? (this.chosen ?? this.places[0]?.pose ?? this.start) : null,
  );
  readonly listed = $derived.by(() => (this.pose ? listedAt(this.table().choices, this.pose) : null));
  readonly preview = $derived.by((): PlacePreview | null => {
    if (this.listed) return floorPreviewOf(this.table().previews, this.listed.action);
    return this.pose && this.answer?.pose === layText(this.pose) ? this.answer.preview : null;
  });
  readonly waiting = $derived(this.pose !== null && this.listed === null && this.preview === null);
  /** Number of the shown suggestion, from 1; 0 for a custom place. */
  readonly number = $derived(this.listed ? this.places.indexOf(this.listed) + 1 : 0);
  readonly ghost = $derived.by((): GhostState | null => {
    const { view, pieces } = this.table();
    return this.pose && pieces ? ghostOf(view, this.pose, this.listed, this.preview, pieces) : null;
  });

  /** Reset for a new decision. */
  begin(): void {
    this.chosen = null;
    this.answer = null;
    this.inquireSoon();
  }

  /** Cancel the request that is due. */
  stop(): void {
    clearTimeout(this.timer);
  }

  next(by: number): void {
    const count = this.places.length;
    const at = this.number > 0 ? this.number - 1 + by : 0;
    this.chosen = this.places[((at % count) + count) % count]?.pose ?? null;
    this.inquireSoon();
  }

  set(pose: Pose): void {
    if (!this.free) {
      this.chosen = this.nearest(pose);
      return;
    }
    this.chosen = rounded(pose);
    this.inquireSoon();
  }

  nudge(x: number, y: number, rotation: number): void {
    if (this.pose)
      this.set({ x: this.pose.x + x, y: this.pose.y + y, rotation: this.pose.rotation + rotation });
  }

  actions(byHand: boolean): [string, string[]] {
    const pose = this.pose;
    if (!pose) throw new Error("no floor is being placed");
    return byHand ? [layText(pose), []] : layActions(this.listed, pose, this.table().advised);
  }

  /** Handle a key for the floor in hand; returns false if the key has no meaning. */
  key(event: KeyboardEvent, target: HTMLElement, root: HTMLElement | null, lay: () => void): boolean {
    if (!this.active) return false;
    const onStage =
      target === document.body || target.closest(".stage") !== null || target.classList.contains("board");
    const letter = event.key.toLowerCase();
    const step = event.shiftKey ? 0.1 : 1;
    if (event.key === "Tab") return this.tab(event, target, root);
    if (letter === "n" || letter === "p") this.next(letter === "n" ? 1 : -1);
    else if (letter === "q") this.nudge(0, 0, step);
    else if (letter === "e") this.nudge(0, 0, -step);
    else if (!onStage) return false;
    else if (event.key === "ArrowLeft") this.nudge(-step, 0, 0);
    else if (event.key === "ArrowRight") this.nudge(step, 0, 0);
    else if (event.key === "ArrowUp") this.nudge(0, step, 0);
    else if (event.key === "ArrowDown") this.nudge(0, -step, 0);
    else if (event.key === "Enter" && !target.closest("button, [role=button]")) lay();
    else return false;
    return true;
  }

  /** In the scene, Tab cycles through the suggested places, then leaves. */
  private tab(event: KeyboardEvent, target: HTMLElement, root: HTMLElement | null): boolean {
    const onStage = target.classList.contains("stage") && root?.contains(target);
    const by = event.shiftKey ? -1 : 1;
    const next = this.number + by;
    if (!onStage || next < 1 || next > this.places.length) return false;
    this.next(by);
    return true;
  }

  /** Snap to the nearest listed place if the server cannot judge arbitrary poses. */
  private nearest(pose: Pose): Pose | null {
    const distance = (place: PoseChoice): number => {
      const turn = Math.abs(((place.pose.rotation - pose.rotation + 540) % 360) - 180);
      return Math.hypot(place.pose.x - pose.x, place.pose.y - pose.y) + turn;
    };
    return this.places.toSorted((a, b) => distance(a) - distance(b))[0]?.pose ?? null;
  }

  /** Request a preview of a custom place once the floor stops moving. */
  private inquireSoon(): void {
    clearTimeout(this.timer);
    if (this.pose && this.listed === null) this.timer = setTimeout(() => void this.inquire(), PAUSE);
  }

  private async inquire(): Promise<void> {
    const { ask } = this.table();
    const pose = this.pose;
    if (!ask || !pose) return;
    const text = layText(pose);
    const preview = await ask([text]);
    if (preview && "stability" in preview) this.answer = { pose: text, preview };
  }
}
