/**
 * Scroll to the content that replaces a decision: in the panel, or on phones below the temple, which stays in place.
 */
export function scrollPanelIntoView(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
  node.closest(".menara")?.scrollIntoView({ block: "start" });
}
