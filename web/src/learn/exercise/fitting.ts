/** Text fitting: steps to try for a text that is too long, first a smaller scale, then more height. */
const TRIES = [
  { fit: "1", more: "0px" },
  { fit: "0.95", more: "0px" },
  { fit: "0.9", more: "0px" },
  { fit: "0.85", more: "0px" },
  { fit: "0.85", more: "10dvh" },
];

/**
 * Svelte attachment: change the scale `--fit` and the extra height `--more` of an element until its text fits. A text
 * that is still too long scrolls.
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
