/** What takes the place of the question comes into sight: in the panel; on a phone below the temple, which stays where it is. */
export function intoSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
  node.closest(".menara")?.scrollIntoView({ block: "start" });
}
