/** Scroll the content of a fold (`details` element) into view when a user opens it; call once. */
export function followFolds(): void {
  document.addEventListener("click", ({ target }) => {
    const fold = target instanceof Element ? target.closest("summary")?.parentElement : null;
    if (!(fold instanceof HTMLDetailsElement) || fold.open) return;
    fold.addEventListener("toggle", () => fold.scrollIntoView({ block: "nearest" }), { once: true });
  });
}
