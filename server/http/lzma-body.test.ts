import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { lzma, xz } from "@napi-rs/lzma";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decompressedLimit, decompressLzma, lzmaContainer } from "./lzma-body.ts";
import { measureXz } from "./xz-size.ts";

const MIB = 1024 * 1024;
const file = (name: string) => readFileSync(new URL(`../../test/api/dronescout/${name}`, import.meta.url));
const payloads = ["payload.xz", "blocks.xz", "python.xz", "payload.lzma", "python.lzma"].map(file);
const bombs = ["zeros-32-mib.xz", "zeros-32-mib.lzma"].map(file);

it("does not mistake text for LZMA", () => {
  for (const text of ['{"protocol":1.0}', "[{}]", "]", "\uFEFF{}", "", "]]]]]]]]]]]]]]]]]]]]"]) {
    for (const encoding of ["utf8", "utf16le", "latin1"] as const) {
      expect([text, encoding, lzmaContainer(Buffer.from(text, encoding))]).toEqual([text, encoding, undefined]);
    }
  }
  expect(payloads.map(lzmaContainer)).toEqual(["xz", "xz", "xz", "lzma", "lzma"]);
});

it("bounds the size and, above a MiB, the ratio", () => {
  expect(decompressedLimit(100, 10 * MIB)).toBe(MIB);
  expect(decompressedLimit(5000, 10 * MIB)).toBe(5_000_000);
  expect(decompressedLimit(1_000_000, 10 * MIB)).toBe(10 * MIB);
});

it("decompresses to exactly the limit, and refuses one byte more", async () => {
  for (const [container, library] of [
    ["xz", xz],
    ["lzma", lzma],
  ] as const) {
    for (const more of [0, 1]) {
      const content = Buffer.alloc(MIB + more, "a drone ");
      const result = await decompressLzma(library.compressSync(content), container, MIB);
      const expected = { kind: "decompressed", bytes: content };
      expect(result).toEqual(more === 0 ? expected : { kind: "too_large", limitBytes: MIB });
    }
  }
});

it("adds up the chunks of an .xz file, whatever its index states", () => {
  const [bomb] = bombs;
  expect(measureXz(bomb!, 32 * MIB)).toEqual({ kind: "measured", bytes: 32 * MIB });
  expect(measureXz(bomb!, 32 * MIB - 1)).toEqual({ kind: "too_large", limitBytes: 32 * MIB - 1 });
});

it("never throws and never exceeds the limit, whatever a body has become on its way", async () => {
  const damages = fc.array(fc.tuple(fc.nat(6000), fc.nat(255)), { maxLength: 4 });
  const refusals = new Set<string>();
  let longest = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...payloads, ...bombs), damages, fc.nat(6000), async (intact, changes, cut) => {
      const bytes = Buffer.from(intact.subarray(0, Math.max(20, intact.length - (cut % intact.length))));
      // The first bytes choose the container and stay.
      for (const [at, byte] of changes) bytes[13 + (at % (bytes.length - 13))] = byte;
      const result = await decompressLzma(bytes, lzmaContainer(intact)!, 10 * MIB);
      longest = Math.max(longest, result.kind === "decompressed" ? result.bytes.length : 0);
      if (result.kind === "malformed") refusals.add(result.why.replace(/ .*/s, ""));
    }),
    { numRuns: 200 },
  );
  expect(longest).toBeLessThanOrEqual(10 * MIB);
  expect(["is", "uses", "needs", "goes"]).toEqual(expect.arrayContaining([...refusals]));
});
