import fc from "fast-check";
import { expect, it } from "vitest";
import { TextBuffer } from "./text-buffer.ts";

it("holds what was appended since it was cleared, also where it had to grow", () => {
  const buffer = new TextBuffer();
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.nat({ max: 200_000 }), (texts, length) => {
      buffer.clear();
      const all = [...texts, "č".repeat(length)];
      for (const text of all) buffer.append(text);
      expect(buffer.view().toString()).toBe(Buffer.from(all.join("")).toString());
    }),
    { numRuns: 30 },
  );
});
