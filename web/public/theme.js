// Runs before the first paint, so that a chosen theme does not flash in the other one.
try {
  const stored = JSON.parse(localStorage.getItem("mandapa.preferences") ?? "{}");
  if (stored.theme === "light" || stored.theme === "dark") document.documentElement.dataset.theme = stored.theme;
} catch {
  // Storage is refused or spoilt: the system's preference holds.
}
