import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isThisComputer, share } from "./share";

beforeEach(() => vi.stubGlobal("location", { origin: "https://hall.example" }));
afterEach(() => vi.unstubAllGlobals());

const refuse = (name: string) => () => Promise.reject(new DOMException("", name));

test("a link is shared through the device's menu, even if the menu is closed", async () => {
  const menu = vi.fn(() => Promise.resolve());
  const writeText = vi.fn();
  vi.stubGlobal("navigator", { share: menu, clipboard: { writeText } });
  expect(await share("Kerala", "/t/1/review")).toBe("menu");
  expect(menu).toHaveBeenCalledWith({ title: "Kerala", url: "https://hall.example/t/1/review" });
  vi.stubGlobal("navigator", { share: refuse("AbortError"), clipboard: { writeText } });
  expect(await share("Kerala", "/t/1/review")).toBe("menu");
  expect(writeText).not.toHaveBeenCalled();
});

test("without a menu the link is copied, if the browser allows it", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await share("Kerala", "/t/1/review")).toBe("copied");
  expect(writeText).toHaveBeenCalledWith("https://hall.example/t/1/review");
  vi.stubGlobal("navigator", { share: refuse("NotAllowedError"), clipboard: { writeText } });
  expect(await share("Kerala", "/t/1/review")).toBe("copied");
  vi.stubGlobal("navigator", { clipboard: { writeText: refuse("NotAllowedError") } });
  expect(await share("Kerala", "/t/1/review")).toBe(null);
  vi.stubGlobal("navigator", {});
  expect(await share("Kerala", "/t/1/review")).toBe(null);
});

test("links of this computer's own address work nowhere else", () => {
  for (const local of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
    expect(isThisComputer(local)).toBe(true);
  for (const other of ["192.168.1.5", "127.0.0.1.example.org", "play.example.org", "[fe80::1]"])
    expect(isThisComputer(other)).toBe(false);
});
