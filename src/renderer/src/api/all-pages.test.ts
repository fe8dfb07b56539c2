import { describe, expect, it } from "vitest";
import { fetchAllPages } from "./all-pages.ts";

describe("every page of a list", () => {
  it("is fetched until one is not full", async () => {
    const entries = Array.from({ length: 2_500 }, (_, index) => index);
    const asked: number[] = [];
    const answer = await fetchAllPages(async ({ limit, offset }) => {
      asked.push(offset);
      return { kind: "ok", value: entries.slice(offset, offset + limit) };
    });
    expect(answer).toEqual({ kind: "ok", value: entries });
    expect(asked).toEqual([0, 1_000, 2_000]);
  });

  it("fails as a whole where one page fails", async () => {
    const full = Array.from({ length: 1_000 }, () => 1);
    const answer = await fetchAllPages(async ({ offset }) =>
      offset === 0 ? { kind: "ok", value: full } : { kind: "unreachable" },
    );
    expect(answer).toEqual({ kind: "unreachable" });
  });
});
