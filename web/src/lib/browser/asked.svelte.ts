/** How a board leads on to what it asks next: for the keyboard, and on a page that is longer than its frame. */

import { untrack } from "svelte";

export class Keyboard {
  /** The last input came from it. */
  used = false;

  constructor() {
    const pressed = (): void => {
      this.used = true;
    };
    const pointed = (): void => {
      this.used = false;
    };
    $effect(() => {
      addEventListener("keydown", pressed, true);
      addEventListener("pointerdown", pointed, true);
      return () => {
        removeEventListener("keydown", pressed, true);
        removeEventListener("pointerdown", pointed, true);
      };
    });
  }

  /** The focus may be led on: it is on this board, on what cannot be pressed any more, or nowhere. */
  leads(board: Element | null): boolean {
    const there = document.activeElement;
    const free =
      there === null || there === document.body || there.ariaDisabled === "true" || board?.contains(there);
    return this.used && free === true;
  }
}

/** Calls `show` when something is asked that was not asked before; null: nothing is. */
export function whenAsked(asked: () => string | number | true | null, show: () => void): void {
  let before: string | number | true | null = null;
  $effect(() => {
    const now = asked();
    untrack(() => {
      if (now !== null && now !== before) show();
      before = now;
    });
  });
}

/** Brings the beginning of a board to the top of its frame. */
export function showFromTop(board: Element | null, still: boolean): void {
  board?.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}
