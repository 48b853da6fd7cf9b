/** What a person prefers on this device; kept in the browser, never sent. */
import { LANGUAGES, type Language, languageAmong, speak, speakCodes } from "../language/i18n.svelte";
import { moveAt } from "./motion";

export interface Preferences {
  /** "system" follows the browser. */
  language: "system" | Language;
  /** "system" follows the device. */
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  sound: boolean;
  /** Whether there should be sound has been answered, at a table or in the settings. */
  soundAsked: boolean;
  /** The device tells that I am waited for while I look elsewhere. */
  notify: boolean;
  /** At tables by turns over days I am reminded so many hours before my time is up; 0: never. */
  remind: number;
  /** Rude words in the talk are shown as dots. */
  veil: boolean;
  /** Ends a finished turn at once instead of waiting for the confirm button. */
  autoConfirm: boolean;
  /** The coach judges games of mine as soon as they are over. */
  judge: boolean;
  /** How long a move of somebody else is shown before the next one, and how fast pieces and points move; "instant": not at all. */
  pace: "calm" | "normal" | "quick" | "instant";
  /** The table as headings, tables and buttons instead of a drawn board. */
  textView: boolean;
  /** Keys of a single character do something. */
  shortcuts: boolean;
  /** Letters on pieces beside their patterns and shapes; "auto": where the device asks for more contrast. */
  letters: "auto" | "on" | "off";
  /** Boards say what each choice would earn; otherwise only the one that is pointed at. */
  planning: boolean;
  /** Those numbers are what the coach expects by the end, not what comes at once. */
  ahead: boolean;
  /** Codes of pieces and coordinates in texts and on boards, as records and the terminal write them. */
  codes: boolean;
  /** Last used start settings of each game. */
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
/** As in the styles: upright phones and tablets, what is as low as a lying phone, and windows that large letters make as narrow. */
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

/** How many times as long as at normal speed movements take. */
const TIMES = { calm: 1.7, normal: 1, quick: 0.6, instant: 0 } as const;

export const device = {
  get language(): Language {
    return preferences.language === "system" ? languageAmong(navigator.languages) : preferences.language;
  },
  get dark(): boolean {
    return preferences.theme === "system" ? deviceIsDark : preferences.theme === "dark";
  },
  get reducedMotion(): boolean {
    return preferences.motion === "system" ? deviceIsStill : preferences.motion === "reduced";
  },
  /** Pieces bear letters; boards ask here, styles `[data-letters="on"]`. */
  get letters(): boolean {
    return preferences.letters === "auto" ? deviceContrasts : preferences.letters === "on";
  },
  /** Nothing can be pointed at: it is touched. */
  get touch(): boolean {
    return deviceIsTouched;
  },
  /** The page is laid out for a phone: what is to be done is in one bar. */
  get phone(): boolean {
    return deviceIsHand;
  },
};

/** Shows the preferences on the document and keeps them; call once. `?lang=de` in the address chooses a language. */
export function applyPreferences(): void {
  const language = new URLSearchParams(location.search).get("lang") ?? "";
  if (language in LANGUAGES) preferences.language = language as Language;
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = device.dark ? "dark" : "light";
      root.dataset.motion = device.reducedMotion ? "reduced" : "full";
      root.style.setProperty("--times", String(TIMES[preferences.pace]));
      moveAt(TIMES[preferences.pace]);
      root.dataset.letters = device.letters ? "on" : "off";
      speakCodes(preferences.codes);
    });
    $effect(() => {
      document.documentElement.lang = device.language;
      void speak(device.language);
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
