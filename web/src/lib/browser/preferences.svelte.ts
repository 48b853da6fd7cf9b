/** User preferences for this device; stored in the browser, never sent. */
import { bestLanguage, LANGUAGES, type Language, setExpertCodes, setLanguage } from "../language/i18n.svelte";
import { setAnimationSpeed } from "./motion";

interface Preferences {
  /** "system" follows the browser. */
  language: "system" | Language;
  /** "system" follows the device. */
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  sound: boolean;
  /** True once the user has decided about sound, at a table or in the settings. */
  soundAsked: boolean;
  /** Show a device notification when a game waits for me while the page is hidden. */
  notify: boolean;
  /** Hours before a deadline at which to remind me in correspondence games; 0: never. */
  remind: number;
  /** Mask rude words in the chat with dots. */
  veil: boolean;
  /** End a finished turn immediately instead of waiting for the confirm button. */
  autoConfirm: boolean;
  /** Have the coach analyse my games as soon as they are over. */
  judge: boolean;
  /** Pause after another player's move and speed of animations; "instant": no animation. */
  pace: "calm" | "normal" | "quick" | "instant";
  /** Show the table as headings, tables and buttons instead of a drawn board. */
  textView: boolean;
  /** Enable single-character keyboard shortcuts. */
  shortcuts: boolean;
  /** Show letters on pieces in addition to patterns and shapes; "auto": if the device asks for more contrast. */
  letters: "auto" | "on" | "off";
  /** Show the value of every choice on the board, not only of the hovered one. */
  planning: boolean;
  /** Show the coach's estimates of the final result instead of immediate points. */
  ahead: boolean;
  /** Show codes of pieces and coordinates in texts and on boards, as in records and the terminal. */
  codes: boolean;
  /** Last used options for a new table, by game. */
  start: Record<string, { players: number; bot: string }>;
}

const KEY = "mandapa.preferences";

const defaults: Preferences = {
  language: "system",
  theme: "system",
  motion: "system",
  sound: false,
  soundAsked: false,
  notify: false,
  remind: 12,
  veil: true,
  autoConfirm: false,
  judge: false,
  pace: "normal",
  textView: false,
  shortcuts: true,
  letters: "auto",
  planning: false,
  ahead: false,
  codes: false,
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
const contrastDevice = matchMedia("(prefers-contrast: more), (forced-colors: active)");
let deviceIsDark = $state(darkDevice.matches);
let deviceIsStill = $state(stillDevice.matches);
let deviceContrasts = $state(contrastDevice.matches);
const touchDevice = matchMedia("(hover: none)");
let deviceIsTouched = $state(touchDevice.matches);
/**
 * Media query of the phone layout, the same as in the styles: portrait phones and tablets, phones in landscape, and
 * narrow windows.
 */
const handDevice = matchMedia("(max-width: 51.25em), (max-height: 31.25em)");
let deviceIsHand = $state(handDevice.matches);
darkDevice.addEventListener("change", () => {
  deviceIsDark = darkDevice.matches;
});
stillDevice.addEventListener("change", () => {
  deviceIsStill = stillDevice.matches;
});
contrastDevice.addEventListener("change", () => {
  deviceContrasts = contrastDevice.matches;
});
touchDevice.addEventListener("change", () => {
  deviceIsTouched = touchDevice.matches;
});
handDevice.addEventListener("change", () => {
  deviceIsHand = handDevice.matches;
});

/** Duration factor of animations relative to normal speed. */
const TIMES = { calm: 1.7, normal: 1, quick: 0.6, instant: 0 } as const;

export const device = {
  get language(): Language {
    return preferences.language === "system" ? bestLanguage(navigator.languages) : preferences.language;
  },
  get dark(): boolean {
    return preferences.theme === "system" ? deviceIsDark : preferences.theme === "dark";
  },
  get reducedMotion(): boolean {
    return preferences.motion === "system" ? deviceIsStill : preferences.motion === "reduced";
  },
  /** True if pieces show letters; for boards, while styles use `[data-letters="on"]`. */
  get letters(): boolean {
    return preferences.letters === "auto" ? deviceContrasts : preferences.letters === "on";
  },
  /** True for touch devices without hover. */
  get touch(): boolean {
    return deviceIsTouched;
  },
  /** True for the phone layout, where the main actions are in one bar. */
  get phone(): boolean {
    return deviceIsHand;
  },
};

/** Apply the preferences to the document and store them; call once. `?lang=de` in the address selects a language. */
export function applyPreferences(): void {
  const language = new URLSearchParams(location.search).get("lang") ?? "";
  if (language in LANGUAGES) preferences.language = language as Language;
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = device.dark ? "dark" : "light";
      root.dataset.motion = device.reducedMotion ? "reduced" : "full";
      root.style.setProperty("--times", String(TIMES[preferences.pace]));
      setAnimationSpeed(TIMES[preferences.pace]);
      root.dataset.letters = device.letters ? "on" : "off";
      setExpertCodes(preferences.codes);
    });
    $effect(() => {
      document.documentElement.lang = device.language;
      void setLanguage(device.language);
    });
    $effect(() => {
      const text = JSON.stringify(preferences);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage is not available: preferences last until the page is closed.
      }
    });
  });
}
