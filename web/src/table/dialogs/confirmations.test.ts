import { expect, test, vi } from "vitest";
import type { AnyPreview, GameModule } from "../contract";
import { ActionConfirmation } from "./confirmations.svelte";

type Told = AnyPreview & { bad?: boolean };

/** A table where the action "bad" needs confirmation. */
function table(previews: Told[] = []) {
  const session = {
    act: vi.fn(),
    requestPreview: vi.fn(async (_: readonly string[]): Promise<Told | null> => null),
    state: { seq: 1, previews },
  };
  const question = (preview: Told): string | null => (preview.bad ? "It falls." : null);
  return {
    session,
    confirmation: new ActionConfirmation(
      session,
      () => ({ confirmation: question }) as unknown as GameModule,
      (key) => key,
    ),
  };
}

test("an action that may end the game needs confirmation", async () => {
  const { session, confirmation } = table([{ action: "lift", bad: true }, { action: "place" }]);
  await confirmation.confirmAndSend("place");
  expect(session.act).toHaveBeenCalledExactlyOnceWith("place");
  await confirmation.confirmAndSend("lift");
  expect(confirmation.question).toEqual({ action: "lift", words: "It falls." });
  confirmation.answer(false);
  expect(confirmation.question).toBeNull();
  expect(session.act).toHaveBeenCalledOnce();
  await confirmation.confirmAndSend("lift");
  confirmation.answer(true);
  expect(session.act).toHaveBeenLastCalledWith("lift");
});

test("an unknown outcome is requested first", async () => {
  const { session, confirmation } = table();
  session.requestPreview.mockResolvedValueOnce({ action: "lift", bad: true });
  await confirmation.confirmAndSend("lift");
  expect(session.requestPreview).toHaveBeenCalledExactlyOnceWith(["lift"]);
  expect(confirmation.question?.action).toBe("lift");
  expect(session.act).not.toHaveBeenCalled();
});

test("nothing is sent without an answer, or if the table has changed meanwhile", async () => {
  const { session, confirmation } = table();
  await confirmation.confirmAndSend("lift");
  session.requestPreview.mockImplementationOnce(async () => {
    session.state.seq += 1;
    return { action: "lift" };
  });
  await confirmation.confirmAndSend("lift");
  expect(session.act).not.toHaveBeenCalled();
  expect(confirmation.question).toBeNull();
});

test("games without confirmations send immediately", () => {
  const { session } = table();
  void new ActionConfirmation(
    session,
    () => null,
    (key) => key,
  ).confirmAndSend("roll");
  expect(session.act).toHaveBeenCalledExactlyOnceWith("roll");
});
