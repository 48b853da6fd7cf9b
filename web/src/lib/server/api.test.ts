import { afterEach, expect, test, vi } from "vitest";
import { ApiError, api } from "./api";

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

afterEach(() => vi.unstubAllGlobals());

/** The module as on a newly loaded page. */
async function fresh(): Promise<typeof api> {
  vi.resetModules();
  return (await import("./api")).api;
}

test("a first visit to a deep link registers a guest once, before its first action but not for reading", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer(200, { ok: true });
  });
  const api = await fresh();
  await api.tutorial("toy");
  await api.sandbox("toy", {}, null, []);
  await api.sandbox("toy", {}, null, []);
  expect(asked).toEqual(["/api/games/toy/tutorial", "/api/me", "/api/sandbox", "/api/sandbox"]);
});

test("a forgotten guest is registered again and the request repeated", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path === "/api/me") return answer(200, { name: "Guest 1" });
    const known = asked.filter((one) => one === "/api/me").length > 1;
    return known
      ? answer(200, { ok: true })
      : answer(401, { error: { code: "no_identity", message: "Who?" } });
  });
  expect(await (await fresh()).sandbox("toy", {}, null, [])).toEqual({ ok: true });
  expect(asked).toEqual(["/api/me", "/api/sandbox", "/api/me", "/api/sandbox"]);
});

test("concurrent requests for a name share one guest", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer(200, { name: "Guest 1" });
  });
  const api = await fresh();
  await Promise.all([api.me(), api.rename("Asha"), api.me()]);
  expect(asked).toEqual(["/api/me", "/api/me"]);
  await api.me();
  expect(asked).toHaveLength(3);
});

test("an error shows its reason, else its code, and only as a last resort the server's English", async () => {
  const refusal = async (error: object) => {
    vi.stubGlobal("fetch", async () => answer(409, { error: { message: "English.", ...error } }));
    return api.table("x").catch((error: unknown) => error);
  };
  const reason = { key: "refusal.option.range", params: { low: 1, high: 12 } };
  const refused = await refusal({ code: "bad_option", reason });
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 409, code: "bad_option", message: "Must be 1 to 12." });
  expect(await refusal({ code: "bad_option" })).toMatchObject({
    message: "These options don’t work for this game.",
  });
  const unknown = { code: "bad_option", reason: { key: "refusal.value.of_tomorrow", params: {} } };
  expect(await refusal(unknown)).toMatchObject({ message: "These options don’t work for this game." });
  expect(await refusal({ code: "of_tomorrow" })).toMatchObject({ code: "of_tomorrow", message: "English." });
});
