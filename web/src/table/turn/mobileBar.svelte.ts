/** Prompt and buttons that a board passes to the page on phones, which shows them in its bar. */
import { getContext, type Snippet, setContext } from "svelte";

const KEY = Symbol("bar");

interface Deed {
  buttons: Snippet;
  /** Class with the colours of their game. */
  look: string;
}

export class Bar {
  /** The prompt in one sentence, shown in the banner. */
  asked = $state("");
  /** The buttons. */
  deeds = $state.raw<readonly Deed[]>([]);
  private asking: symbol | null = null;
  /** The same buttons, non-reactive: a cleanup on component destruction would read an outdated state. */
  private readonly held = new Set<Deed>();

  /** `phone`: on other devices buttons stay next to their subject. */
  constructor(private readonly phone: () => boolean) {}

  get on(): boolean {
    return this.phone();
  }

  /** Set the prompt until the returned function is called or another prompt is set. */
  ask(words: string): () => void {
    const asking = Symbol(words);
    this.asking = asking;
    this.asked = words;
    return () => {
      if (this.asking === asking) this.asked = "";
    };
  }

  /** Show buttons until the returned function is called. */
  put(buttons: Snippet, look: string): () => void {
    const deed = { buttons, look };
    this.held.add(deed);
    this.deeds = [...this.held];
    return () => {
      this.held.delete(deed);
      this.deeds = [...this.held];
    };
  }
}

export function provideBar(phone: () => boolean): Bar {
  return setContext(KEY, new Bar(phone));
}

/** The page's bar; undefined if a board is view-only. */
export function barOf(): Bar | undefined {
  return getContext<Bar | undefined>(KEY);
}
