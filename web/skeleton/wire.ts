// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Phase = "heap" | "take" | "over";

/** The visible state. */
export interface View {
  game: "pebbles";
  players: number;
  phase: Phase;
  /** seat whose turn it is; at the end, the winner */
  seat: number;
  /** on the heap */
  stones: number;
  /** maximum per turn */
  most: number;
}

/** Contents of a log line besides the number of stones taken. */
export interface Left {
  /** on the heap */
  left: number;
}

/** Score of a seat. */
export interface Sheet {
  seat: number;
  total: number;
  rank: number;
}

/** Effect of a choice. */
export interface Preview {
  action: string;
  /** on the heap */
  left: number;
}

/** Every piece once: the possible number of stones. */
export interface Gallery {
  fewest: number;
  most: number;
}

export type Choice = { action: string; kind: "take"; number: number };

/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}
