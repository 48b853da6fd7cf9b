/** The panels beside (on a phone: over) the board. */
import type { IconName } from "../ui/Icon.svelte";

export type PanelName = "log" | "score" | "hint" | "rules" | "people" | "coach";

export const panels: { name: PanelName; icon: IconName }[] = [
  { name: "log", icon: "log" },
  { name: "score", icon: "score" },
  { name: "coach", icon: "graph" },
  { name: "hint", icon: "lamp" },
  { name: "rules", icon: "book" },
  { name: "people", icon: "people" },
];
