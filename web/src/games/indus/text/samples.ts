/** Small hand-written views of the first board, for tests and the gallery. */

import type { Field, FieldView, Kind, RuinView, Sheet, Team, View } from "../wire";
import { FIELDS, lineOf, SPACES } from "./grid";
import { TEAMS } from "./pieces";

/** Name, kind, fields, links between fields. */
const FIRST_BOARD = [
  "B1 building 11,12,21,22 11-12 11-21 12-22 21-22",
  "B2 building 46,56,66 46-56 56-66",
  "G1 graveyard 15,16,26 15-16 16-26",
  "G2 graveyard 41,51 41-51",
  "G3 graveyard 43",
  "G4 graveyard 62",
  "C1 canal 11,12,13,23,33,34,44,54,55,56,66 11-12 12-13 13-23 23-33 33-34 34-44 44-54 54-55 55-56 56-66",
  "P1 path 22,32,33 22-32 32-33",
  "P2 path 24,25,34,35 24-25 24-34 25-35",
  "P3 path 43,52,53 43-53 52-53",
  "P4 path 44,45,46 44-45 45-46",
  "A1 alley 14,23,24 14-24 23-24",
  "A2 alley 32,42,43,52 32-42 42-43 42-52",
  "A3 alley 34,35,45 34-35 35-45",
  "A4 alley 53,54,64 53-54 54-64",
  "T1 wall 13,14,15 13-14 14-15",
  "T2 wall 21,31,41 21-31 31-41",
  "T3 wall 36,46,56 36-46 46-56",
  "T4 wall 61,62,63,64,65 61-62 62-63 63-64 64-65",
];
const GRAVES = [0, 3, 4, 6];

export function ruinOf(line: string): RuinView {
  const [name = "", kind = "", list = "", ...links] = line.split(" ");
  const fields = list.split(",");
  return {
    name,
    kind: kind as Kind,
    fields,
    links: links.map((link) => link.split("-") as [Field, Field]),
    values: valuesOf(kind as Kind, fields.length),
    counts: {},
    leaders: [],
    prizes: {},
    rule: "none",
    shares: [],
  };
}

function valuesOf(kind: Kind, size: number): number[] {
  if (kind === "building") return [2 * size, size];
  if (kind === "graveyard") return [GRAVES[size] ?? 0];
  return [kind === "canal" ? size : 2];
}

export const firstRuins: RuinView[] = FIRST_BOARD.map(ruinOf);

/** Return fields with stacks such as "42:Ba,Yw"; "!" after the field means that the top piece's team has secured it. */
export function fieldsOf(stacks = ""): FieldView[] {
  const byField = new Map(
    stacks
      .split(" ")
      .filter(Boolean)
      .map((word) => {
        const [place = "", pieces = ""] = word.split(":");
        return [place.slice(0, 2), { pieces: pieces.split(","), secured: place.endsWith("!") }] as const;
      }),
  );
  return FIELDS.map((field) => {
    const stack = byField.get(field);
    const team = TEAMS.find((one) => one[0]?.toUpperCase() === stack?.pieces[0]?.[0]);
    return {
      field,
      ruins: firstRuins.filter((ruin) => ruin.fields.includes(field)).map((ruin) => ruin.name),
      stack: stack?.pieces ?? [],
      secured: stack?.secured && team ? team : null,
    };
  });
}

const FIXED: Record<string, string> = {
  N2: "Ba",
  W3: "Bw",
  E2: "Ya",
  N4: "Yw",
  S5: "Ga",
  E4: "Gw",
  W5: "Ra",
  S3: "Rw",
};

/** Return a view with four players on the first board, blue to add a researcher. */
export function sampleView(changes: Partial<View> = {}): View {
  return {
    game: "indus",
    players: 4,
    phase: "add",
    seat: 0,
    turn: 0,
    team: "blue",
    start_seat: 0,
    roll: 0,
    die: null,
    rolls_left: 3,
    to_place: 0,
    board: { centre: "M1", NW: "K1", NE: "K3", SE: "K2", SW: "K4" },
    offered: [],
    teams: TEAMS.map((team, seat) => teamView(team, seat)),
    take_backs: [],
    take_back_limit: 24,
    starts: SPACES.map((space) => ({ space, piece: FIXED[space] ?? null, fields: lineOf(space) })),
    fields: fieldsOf(),
    ruins: firstRuins,
    sheets: [],
    ...changes,
  };
}

function teamView(team: Team, seat: number): View["teams"][number] {
  return {
    team,
    seat,
    reserve: { worker: 5, assistant: 3, professor: 2 },
    captured: 0,
    ruins: 0,
    total: 0,
  };
}

/** Return ruins where blue and green share C1, and blue leads B1 before yellow and green. */
export function contestedRuins(): RuinView[] {
  return firstRuins.map((ruin) => {
    if (ruin.name === "B1")
      return {
        ...ruin,
        counts: { blue: 2, yellow: 1, green: 1 },
        leaders: ["blue"],
        prizes: { blue: 8, yellow: 2, green: 2 },
        rule: "prizes",
        shares: [
          { teams: ["blue"], pool: 8, by: 1, each: 8 },
          { teams: ["yellow", "green"], pool: 4, by: 2, each: 2 },
        ],
      };
    if (ruin.name === "C1")
      return {
        ...ruin,
        counts: { blue: 3, yellow: 1, green: 3 },
        leaders: ["blue", "green"],
        prizes: { blue: 5, green: 5 },
        rule: "most",
        shares: [{ teams: ["blue", "green"], pool: 11, by: 2, each: 5 }],
      };
    return ruin;
  });
}

/** Return blue's sheet for these ruins, with 2 points from captures. */
export function blueSheet(): Sheet {
  const paid = contestedRuins().filter((ruin) => ruin.prizes.blue);
  return {
    seat: 0,
    total: 15,
    rank: 1,
    captured: 2,
    teams: [{ team: "blue", captured: 2, ruins: 13, total: 15 }],
    kinds: { building: 8, graveyard: 0, canal: 5, path: 0, alley: 0, wall: 0 },
    ruins: paid.map((ruin) => ({ ...ruin, points: ruin.prizes.blue ?? 0 })),
  };
}

/** Return the end of a game with these ruins, blue with 2 points from captures. */
export function finalView(): View {
  const view = sampleView({ phase: "over", seat: null, turn: null, team: null, ruins: contestedRuins() });
  const ruins: Record<Team, number> = { blue: 13, yellow: 2, green: 7, red: 0 };
  const teams = view.teams.map((row) => {
    const captured = row.team === "blue" ? 2 : 0;
    const reserve = { worker: 0, assistant: 0, professor: 0 };
    return { ...row, reserve, captured, ruins: ruins[row.team], total: captured + ruins[row.team] };
  });
  return { ...view, teams, starts: view.starts.map((start) => ({ ...start, piece: null })) };
}
