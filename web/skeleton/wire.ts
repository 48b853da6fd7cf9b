// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Phase = "heap" | "take" | "over";

/** All that can be seen. */
export interface View {
  game: "pebbles";
  players: number;
  phase: Phase;
  /** whose turn it is; at the end the winner */
  seat: number;
  /** on the heap */
  stones: number;
  /** that may be taken at once */
  most: number;
}

/** What the log says beside the number of stones taken. */
export interface Left {
  /** on the heap */
  left: number;
}

/** The score of a seat. */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
}

/** What a choice would lead to. */
export interface Preview {
  action: string;
  /** on the heap */
  left: number;
}

/** Every piece once: how many stones there can be. */
export interface Gallery {
  fewest: number;
  most: number;
}

export type Choice = { action: string; kind: "take"; number: number };

/** All of it, for the hall. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
