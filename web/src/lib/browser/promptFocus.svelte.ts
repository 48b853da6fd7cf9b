/** Keyboard focus and scrolling from one prompt of a board to the next. */

import { untrack } from "svelte";

export class Keyboard {
  /** True if the last input came from the keyboard. */
  isLastInput = false;

  constructor() {
    const pressed = (): void => {
      this.isLastInput = true;
    };
    const pointed = (): void => {
      this.isLastInput = false;
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

  /** Return whether focus may be moved: it is on this board, on a disabled control, or nowhere. */
  mayMoveFocus(board: Element | null): boolean {
    const there = document.activeElement;
    const free =
      there === null || there === document.body || there.ariaDisabled === "true" || board?.contains(there);
    return this.isLastInput && free === true;
  }

  /**
   * Move focus to each new prompt, except from controls that match `kept`. `first` returns the selector of the prompt's
   * first control, or null without a prompt.
   */
  follow(
    board: () => Element | null,
    first: () => string | null,
    kept = ".choosable",
    options: FocusOptions = { preventScroll: true },
  ): void {
    $effect(() => {
      const selector = first();
      untrack(() => {
        if (selector === null || !this.mayMoveFocus(board()) || document.activeElement?.matches(kept)) return;
        board()?.querySelector<HTMLElement | SVGElement>(selector)?.focus(options);
      });
    });
  }
}

/** Call `show` when a new prompt appears; null means that there is no prompt. */
export function onNewPrompt(asked: () => string | number | true | null, show: () => void): void {
  let before: string | number | true | null = null;
  $effect(() => {
    const now = asked();
    untrack(() => {
      if (now !== null && now !== before) show();
      before = now;
    });
  });
}

/** Scroll the beginning of a board to the top of its frame. */
export function showFromTop(board: Element | null, still: boolean): void {
  board?.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}

/** Scroll a part of a board into its frame, by the shortest distance. */
export function showNearest(part: Element, still: boolean): void {
  part.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}
