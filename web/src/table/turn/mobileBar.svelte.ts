/** Prompt and buttons that a board passes to the page, which shows them in the banner and the bar of phones. */
import { getContext, type Snippet, setContext } from "svelte";

const KEY = Symbol("bar");

interface BarButtons {
  buttons: Snippet;
  /** CSS class with the colours of the game. */
  look: string;
}

export class MobileBar {
  /** The prompt in one sentence, shown in the banner. */
  prompt = $state("");
  /** The buttons. */
  buttonGroups = $state.raw<readonly BarButtons[]>([]);
  private promptId: symbol | null = null;
  /** Non-reactive copy of the buttons: a cleanup when a component is destroyed would read outdated state. */
  private readonly held = new Set<BarButtons>();

  /** `phone`: on other devices, buttons stay next to their subject. */
  constructor(private readonly phone: () => boolean) {}

  get isOn(): boolean {
    return this.phone();
  }

  /** Set the prompt until the returned function is called or another prompt is set. */
  ask(words: string): () => void {
    const id = Symbol(words);
    this.promptId = id;
    this.prompt = words;
    return () => {
      if (this.promptId === id) this.prompt = "";
    };
  }

  /** Show buttons until the returned function is called. */
  put(buttons: Snippet, look: string): () => void {
    const group = { buttons, look };
    this.held.add(group);
    this.buttonGroups = [...this.held];
    return () => {
      this.held.delete(group);
      this.buttonGroups = [...this.held];
    };
  }
}

export function provideMobileBar(phone: () => boolean): MobileBar {
  return setContext(KEY, new MobileBar(phone));
}

/** The page's bar; undefined for view-only boards. */
export function getMobileBar(): MobileBar | undefined {
  return getContext<MobileBar | undefined>(KEY);
}
