/** Tooltips shown on a long press, because a tap operates the control. */
const CONTROLS =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="tab"], .choosable';

/** Return the nearest element at or above `target` with a title, and the title. */
export function tipAt(target: Element | null): { owner: Element; text: string } | null {
  for (let owner = target; owner; owner = owner.parentElement) {
    const text = owner.getAttribute("title") ?? owner.querySelector(":scope > title")?.textContent;
    if (text?.trim()) return { owner, text: text.trim() };
  }
  return null;
}

/** Return whether a tap on this element does more than show its title. */
export function isControl(target: Element): boolean {
  return target.closest(CONTROLS) !== null;
}
