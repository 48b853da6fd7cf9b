/** Follows the end of a growing list until the user scrolls up. */

type Scrolled = Pick<Element, "scrollTop" | "scrollHeight" | "clientHeight">;

/** Distance from the end, in pixels, up to which a list counts as scrolled to its end. */
const NEAR = 24;

export class EndFollower {
  /** True if new lines should scroll into view. */
  follows = true;
  private top = 0;

  /**
   * Handle a scroll event. Browsers report it later, when a busy page may already have more lines below: only a scroll
   * upwards comes from the user.
   */
  scrolled({ scrollTop, scrollHeight, clientHeight }: Scrolled): void {
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    this.follows = near || (this.follows && scrollTop >= this.top);
    this.top = scrollTop;
  }
}
