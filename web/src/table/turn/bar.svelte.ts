/** What a board hands to the page on a phone: the question, and the buttons that answer it, which the page keeps in its bar. */
import { getContext, type Snippet, setContext } from "svelte";

const KEY = Symbol("bar");

interface Deed {
  buttons: Snippet;
  /** A class that gives them the colours of their game. */
  look: string;
}

export class Bar {
  /** What is asked, in a sentence; the banner shows it. */
  asked = $state("");
  /** The buttons. */
  deeds = $state.raw<readonly Deed[]>([]);
  private asking: symbol | null = null;
  /** The same: what is taken away as a component goes would read a state as it was before. */
  private readonly held = new Set<Deed>();

  /** `phone`: elsewhere buttons stay beside what they are about. */
  constructor(private readonly phone: () => boolean) {}

  get on(): boolean {
    return this.phone();
  }

  /** Says what is asked, until the answer is called or something else is asked. */
  ask(words: string): () => void {
    const asking = Symbol(words);
    this.asking = asking;
    this.asked = words;
    return () => {
      if (this.asking === asking) this.asked = "";
    };
  }

  /** Shows buttons until the answer is called. */
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

/** The bar of the page; undefined where a board is only looked at. */
export function barOf(): Bar | undefined {
  return getContext<Bar | undefined>(KEY);
}
