/**
 * Pace other players' moves so that each can be seen: snapshots that arrive too fast wait in a queue. My own moves,
 * full snapshots, and snapshots for a hidden page never wait.
 */

/** Maximum length: a longer queue is flushed, because the page is far behind. */
const MAX_LENGTH = 12;

export class PlaybackQueue<M> {
  private queue: M[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly show: (message: M) => void,
    private readonly gap: () => number,
  ) {}

  push(message: M): void {
    this.queue.push(message);
    if (this.queue.length > MAX_LENGTH || this.gap() === 0) this.flush();
    else this.schedule();
  }

  /** Show everything in the queue. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length > 0) this.next();
  }

  /** Clear the queue, because a newer full snapshot has arrived. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  private schedule(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.shownAt + this.gap() - performance.now());
    if (wait === 0) {
      this.next();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.next();
      if (this.queue.length > 0) this.schedule();
    }, wait);
  }

  private next(): void {
    const message = this.queue.shift();
    if (message === undefined) return;
    this.shownAt = performance.now();
    this.show(message);
  }
}
