/** What a person prefers on this device; kept in the browser, never sent. */

export interface Preferences {
  /** "system" follows the device. */
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  sound: boolean;
  /** Ends a finished turn at once instead of waiting for the confirm button. */
  autoConfirm: boolean;
  /** How long a move of somebody else is shown before the next one. */
  pace: "calm" | "normal" | "quick" | "instant";
  /** The table as headings, tables and buttons instead of a drawn board. */
  textView: boolean;
  /** Keys of a single character do something. */
  shortcuts: boolean;
  /** Last used start settings of each game. */
  start: Record<string, { players: number; bot: string }>;
}

const KEY = "mandapa.preferences";

const defaults: Preferences = {
  theme: "system",
  motion: "system",
  sound: false,
  autoConfirm: false,
  pace: "normal",
  textView: false,
  shortcuts: true,
  start: {},
};

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const preferences: Preferences = $state({ ...defaults, ...stored() });

const darkDevice = matchMedia("(prefers-color-scheme: dark)");
const stillDevice = matchMedia("(prefers-reduced-motion: reduce)");
let deviceIsDark = $state(darkDevice.matches);
let deviceIsStill = $state(stillDevice.matches);
darkDevice.addEventListener("change", () => {
  deviceIsDark = darkDevice.matches;
});
stillDevice.addEventListener("change", () => {
  deviceIsStill = stillDevice.matches;
});

export const device = {
  get dark(): boolean {
    return preferences.theme === "system" ? deviceIsDark : preferences.theme === "dark";
  },
  get reducedMotion(): boolean {
    return preferences.motion === "system" ? deviceIsStill : preferences.motion === "reduced";
  },
};

/** Shows the preferences on the document and keeps them; call once. */
export function applyPreferences(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = device.dark ? "dark" : "light";
      root.dataset.motion = device.reducedMotion ? "reduced" : "full";
    });
    $effect(() => {
      const text = JSON.stringify(preferences);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage is refused: the preferences last until the page is closed.
      }
    });
  });
}
