import { describe, expect, it } from "vitest";
import { pageLinks } from "./page-links.ts";

describe("the links to other pages", () => {
  it("keep everything after a second question mark", () => {
    expect(pageLinks("/list?search=is+it?&order=-time", { limit: 5, offset: 0, total: 6 })).toBe(
      '</list?search=is+it%3F&order=-time&limit=5&offset=5>; rel="next"',
    );
  });

  it.each([
    [{ limit: 10, offset: 5, total: 5 }, '</list?limit=5&offset=0>; rel="prev"'],
    [{ limit: 10, offset: 10, total: 20 }, '</list?limit=10&offset=0>; rel="prev"'],
    [{ limit: 10, offset: 15, total: 25 }, '</list?limit=10&offset=5>; rel="prev"'],
    [{ limit: 10, offset: 0, total: 10 }, undefined],
  ])("of %o do not repeat what is on this one", (page, links) => {
    expect(pageLinks("/list", page)).toBe(links);
  });
});
