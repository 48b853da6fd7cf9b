// Runs before the first paint, so that the page does not flash in the other theme.
(() => {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("mandapa.preferences") ?? "{}").theme ?? "system";
  } catch {
    // Storage is refused or spoilt: the system's preference holds.
  }
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
