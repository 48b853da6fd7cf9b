/** Scroll to what replaces the decision: in the panel; on a phone below the temple, which stays in place. */
export function scrollPanelIntoView(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
  node.closest(".menara")?.scrollIntoView({ block: "start" });
}
