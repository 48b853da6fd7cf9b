/** What to try in turn for a text that is too long for its place: a smaller scale, then more height. */
const TRIES = [
  { fit: "1", more: "0px" },
  { fit: "0.95", more: "0px" },
  { fit: "0.9", more: "0px" },
  { fit: "0.85", more: "0px" },
  { fit: "0.85", more: "10dvh" },
];

/**
 * Attach to an element whose text uses the scale `--fit` and whose maximum height includes `--more`: change them until the
 * text fits. A text that is even longer scrolls.
 */
export function fitting(..._texts: string[]): (node: HTMLElement) => () => void {
  return (node) => {
    function fit(): void {
      for (const { fit: scale, more } of TRIES) {
        node.style.setProperty("--fit", scale);
        node.style.setProperty("--more", more);
        if (node.scrollHeight <= node.clientHeight) return;
      }
    }
    // The parent's size does not depend on the text.
    const resized = new ResizeObserver(fit);
    if (node.parentElement) resized.observe(node.parentElement);
    document.fonts.addEventListener("loadingdone", fit);
    return () => {
      resized.disconnect();
      document.fonts.removeEventListener("loadingdone", fit);
    };
  };
}
