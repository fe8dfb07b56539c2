import { describe, expect, it } from "vitest";
import { ByteCount } from "./byte-count.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("ByteCount", () => {
  const document = '<trk><trkseg><trkpt lat="1"/><<trkpt lat="2"/><trkp><trkpt ></trkseg></trk>';

  it("counts every occurrence, however the bytes are split", () => {
    for (let size = 1; size <= document.length; size += 1) {
      const counter = new ByteCount("<trkpt ");
      for (let at = 0; at < document.length; at += size) counter.add(bytes(document.slice(at, at + size)));
      expect(counter.count).toBe(3);
    }
  });

  it("counts a text of one byte", () => {
    const counter = new ByteCount("\n");
    counter.add(bytes("a\n\nb"));
    counter.add(bytes("\n"));
    expect(counter.count).toBe(3);
  });
});
