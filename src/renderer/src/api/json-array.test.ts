import { describe, expect, it } from "vitest";
import { toJsonArray } from "./json-array.ts";

describe("a track as one JSON array", () => {
  it("holds every line as a record, in order", async () => {
    const lines = Array.from({ length: 25_000 }, (_, n) => JSON.stringify({ n, text: "a,b" }));
    const text = await (await toJsonArray(new Blob([lines.join("\n"), "\n"]))).text();
    const records = JSON.parse(text) as { n: number }[];
    expect(records).toHaveLength(25_000);
    expect(records[24_999]).toEqual({ n: 24_999, text: "a,b" });
  });

  it("is empty when there are no lines", async () => {
    expect(JSON.parse(await (await toJsonArray(new Blob([]))).text())).toEqual([]);
  });
});
