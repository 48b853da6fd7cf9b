import { expect, test, vi } from "vitest";
import type { AnyPreview, GameModule } from "../contract";
import { Doubts } from "./confirmations.svelte";

type Told = AnyPreview & { bad?: boolean };

/** A table where the action "bad" is asked about. */
function table(previews: Told[] = []) {
  const session = {
    act: vi.fn(),
    ask: vi.fn(async (_: readonly string[]): Promise<Told | null> => null),
    state: { seq: 1, previews },
  };
  const doubt = (preview: Told): string | null => (preview.bad ? "It falls." : null);
  return {
    session,
    doubts: new Doubts(
      session,
      () => ({ doubt }) as unknown as GameModule,
      (key) => key,
    ),
  };
}

test("an action that may end the game needs confirmation", async () => {
  const { session, doubts } = table([{ action: "lift", bad: true }, { action: "place" }]);
  await doubts.consider("place");
  expect(session.act).toHaveBeenCalledExactlyOnceWith("place");
  await doubts.consider("lift");
  expect(doubts.asked).toEqual({ action: "lift", words: "It falls." });
  doubts.answer(false);
  expect(doubts.asked).toBeNull();
  expect(session.act).toHaveBeenCalledOnce();
  await doubts.consider("lift");
  doubts.answer(true);
  expect(session.act).toHaveBeenLastCalledWith("lift");
});

test("an unknown outcome is requested first", async () => {
  const { session, doubts } = table();
  session.ask.mockResolvedValueOnce({ action: "lift", bad: true });
  await doubts.consider("lift");
  expect(session.ask).toHaveBeenCalledExactlyOnceWith(["lift"]);
  expect(doubts.asked?.action).toBe("lift");
  expect(session.act).not.toHaveBeenCalled();
});

test("nothing is sent without an answer, or if the table has changed meanwhile", async () => {
  const { session, doubts } = table();
  await doubts.consider("lift");
  session.ask.mockImplementationOnce(async () => {
    session.state.seq += 1;
    return { action: "lift" };
  });
  await doubts.consider("lift");
  expect(session.act).not.toHaveBeenCalled();
  expect(doubts.asked).toBeNull();
});

test("games without confirmations send immediately", () => {
  const { session } = table();
  void new Doubts(
    session,
    () => null,
    (key) => key,
  ).consider("roll");
  expect(session.act).toHaveBeenCalledExactlyOnceWith("roll");
});
