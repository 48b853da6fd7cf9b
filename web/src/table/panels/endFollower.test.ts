import { expect, test } from "vitest";
import { EndFollower } from "./endFollower";

const at = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 100 });

test("a list follows its end until the user scrolls up, and again from its end", () => {
  const follower = new EndFollower();
  follower.scrolled(at(100, 200));
  expect(follower.follows).toBe(true);
  follower.scrolled(at(60, 200));
  expect(follower.follows).toBe(false);
  follower.scrolled(at(70, 200));
  expect(follower.follows).toBe(false);
  follower.scrolled(at(90, 200));
  expect(follower.follows).toBe(true);
});

test("lines that arrive before the scroll event do not end following", () => {
  const follower = new EndFollower();
  follower.scrolled(at(100, 200));
  follower.scrolled(at(150, 400));
  expect(follower.follows).toBe(true);
});

test("a list that becomes shorter still follows its end", () => {
  const follower = new EndFollower();
  follower.scrolled(at(300, 400));
  follower.scrolled(at(200, 300));
  expect(follower.follows).toBe(true);
});
