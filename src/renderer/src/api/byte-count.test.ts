import { describe, expect, it } from "vitest";
import { ByteCount } from "./byte-count.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a text counted in bytes", () => {
  const document = '<trk><trkseg><trkpt lat="1"/><<trkpt lat="2"/><trkp><trkpt ></trkseg></trk>';

  it("is found as often as it stands there, however the bytes are cut", () => {
    for (let size = 1; size <= document.length; size += 1) {
      const counted = new ByteCount("<trkpt ");
      for (let at = 0; at < document.length; at += size) counted.take(bytes(document.slice(at, at + size)));
      expect(counted.count).toBe(3);
    }
  });

  it("may be one byte long", () => {
    const counted = new ByteCount("\n");
    counted.take(bytes("a\n\nb"));
    counted.take(bytes("\n"));
    expect(counted.count).toBe(3);
  });
});
