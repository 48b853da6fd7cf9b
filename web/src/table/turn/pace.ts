/**
 * Lets the moves of others be seen one after the other: pictures that arrive faster than a person can follow wait in
 * a queue. What I did myself, whole pictures and pictures for a hidden page never wait.
 */

/** A queue longer than this is shown at once: we are far behind. */
const LONGEST_QUEUE = 12;

export class Pacer<M> {
  private queue: M[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly show: (message: M) => void,
    private readonly gap: () => number,
  ) {}

  push(message: M): void {
    this.queue.push(message);
    if (this.queue.length > LONGEST_QUEUE || this.gap() === 0) this.flush();
    else this.schedule();
  }

  /** Shows everything that waits. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length > 0) this.next();
  }

  /** Forgets what waits: a newer whole picture has come. */
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
