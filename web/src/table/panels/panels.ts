/** Panels next to the board (on phones: over it). */
import type { IconName } from "../../ui/Icon.svelte";

export type PanelName = "log" | "score" | "hint" | "rules" | "talk" | "people" | "coach";

export const panels: { name: PanelName; icon: IconName }[] = [
  { name: "log", icon: "log" },
  { name: "score", icon: "score" },
  { name: "coach", icon: "graph" },
  { name: "hint", icon: "lamp" },
  { name: "rules", icon: "book" },
  { name: "talk", icon: "talk" },
  { name: "people", icon: "people" },
];
