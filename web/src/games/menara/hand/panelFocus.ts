/** Keyboard focus in the decision panel. */

/** Selectors of the element to focus for a decision, in order of preference. */
const FIRST = [".lay", ".option:not([aria-disabled='true'])", ".token", ".button"];

/** Focus the first control of the decision. */
export function focusDecision(panel: Element | null): void {
  const found = FIRST.map((one) => panel?.querySelector<HTMLElement>(one)).find((one) => one);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "nearest" });
}

/** Focus the panel if the focused element has disappeared. */
export function focusPanel(panel: HTMLElement | null): void {
  if (isLost(document.activeElement)) panel?.focus({ preventScroll: true });
}

/** Return whether focus may move to a new decision. */
export function isFree(there: Element | null, panel: Element | null): boolean {
  return isLost(there) || there?.ariaDisabled === "true" || there === panel;
}

function isLost(there: Element | null): boolean {
  return there === null || there === document.body || !there.isConnected;
}
