// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Phase = "heap" | "take" | "over";

/** The visible state of the game. */
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

/** Contents of a log line, in addition to the number of stones taken. */
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

/** Consequence of a legal action. */
export interface Preview {
  action: string;
  /** on the heap */
  left: number;
}

/** The pieces of the game: limits on the number of stones. */
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
