/** Small hand-written views for tests. */
import type { Cell, PlatformView, Sheet, Symbols, View } from "../wire";

export function emptySheet(): Sheet {
  return {
    seat: 0,
    total: 3,
    rank: 1,
    removed: { tiles: 0, points: 0, areas: [] },
    missing: { colours: [], points: 0 },
    standing: { figures: 2, points: 2 },
    edges: { points: 0, each: 5, matched: [], unmatched: [] },
    symbols: symbolsOf({ blue: { points: 1, cells: [[0, 0]] } }),
  };
}

/** Symbol counts, zero for colours that are not given. */
export function symbolsOf(known: Partial<Symbols["by_colour"]>): Symbols {
  const none = () => ({ points: 0, cells: [] });
  const by_colour = { blue: none(), black: none(), red: none(), green: none(), purple: none(), ...known };
  return { points: Object.values(by_colour).reduce((sum, { points }) => sum + points, 0), by_colour };
}

/** Build a platform from stacks such as "(0,0)BS (1,0)K1/G2" (no sides) and figure cells such as "1,0". */
export function platformView(cells: string, figures: string[]): PlatformView {
  return {
    seat: 0,
    colour: "blue",
    passes: 0,
    passes_left: 2,
    figures: figures.map((cell) => ({ cell: readCell(cell), lying: false })),
    cells: cells.split(" ").map((word, id) => {
      const [place = "", stack = ""] = word.slice(1).split(")");
      return { id, cell: readCell(place), stack: stack.split("/"), side: null, tiles: [] };
    }),
    sheet: emptySheet(),
  };
}

function readCell(text: string): Cell {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return [x, y];
}

/** Return a view with one player, one start tile and an empty offer. */
export function emptyView(): View {
  return {
    game: "kerala",
    players: 1,
    round: 1,
    rounds: 40,
    first_leader: 0,
    leader: 0,
    seat: 0,
    phase: "take",
    turn_order: [0],
    done: [],
    offer: [],
    held: null,
    figure: null,
    lifted: null,
    bag: { total: 0, counts: {} },
    box: { total: 0, counts: {} },
    removed: { total: 0, counts: {} },
    platforms: [platformView("(0,0)BS", ["0,0", "0,0"])],
  };
}
