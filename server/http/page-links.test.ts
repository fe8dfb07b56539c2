import { describe, expect, it } from "vitest";
import { pageLinks } from "./page-links.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

describe("the links to other pages", () => {
  it("name the times that relative ones meant on this page, and leave others as they are", () => {
    const page = { limit: 5, offset: 0, total: 6, nowMs: NOW_MS };
    expect(pageLinks("/list?from=-PT1H&to=-00:00:30&sensor_id=-PT1H", page)).toBe(
      '</list?from=2026-11-20T11%3A00%3A00.000Z&to=2026-11-20T11%3A59%3A30.000Z&sensor_id=-PT1H&limit=5&offset=5>; rel="next"',
    );
    expect(pageLinks("/list?from=2026-11-20T12:00:00%2B01:00&to=", page)).toBe(
      '</list?from=2026-11-20T12%3A00%3A00%2B01%3A00&to=&limit=5&offset=5>; rel="next"',
    );
  });

  it("keep everything after a second question mark", () => {
    expect(pageLinks("/list?search=is+it?&order=-time", { limit: 5, offset: 0, total: 6, nowMs: NOW_MS })).toBe(
      '</list?search=is+it%3F&order=-time&limit=5&offset=5>; rel="next"',
    );
  });

  it.each([
    [{ limit: 10, offset: 5, total: 5 }, '</list?limit=10&offset=0>; rel="prev"'],
    [{ limit: 10, offset: 10, total: 20 }, '</list?limit=10&offset=0>; rel="prev"'],
    [{ limit: 10, offset: 15, total: 25 }, '</list?limit=10&offset=5>; rel="prev"'],
    [{ limit: 10, offset: 0, total: 10 }, undefined],
  ])("of %o have its length", (page, links) => {
    expect(pageLinks("/list", { ...page, nowMs: NOW_MS })).toBe(links);
  });
});
