import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../test/support/shared-data.ts";
import { bytesOfHex, hexOf } from "./bytes.text.ts";
import { decodeOdid } from "./odid.decode.ts";
import { encodeOdid } from "./odid.encode.ts";
import {
  byType,
  messageOf,
  messagesOf,
  type RecordedMessages,
  type RecordedValues,
} from "../../../test/support/odid-vectors.ts";

type EncodeVector = {
  readonly name: string;
  readonly type: string;
  readonly input: RecordedValues;
  readonly encode_rc: number;
  readonly hex: string | null;
  readonly decoded?: RecordedValues;
};
type DecodeVector = { readonly name: string; readonly hex: string; readonly decoded: RecordedMessages };
type PackVector = { readonly pack_hex: string; readonly decoded: RecordedMessages };

const directory = sharedData("opendroneid-vectors");

describe.skipIf(directory === undefined)("the vectors of the reference library", () => {
  const text = (file: string): string => readFileSync(`${directory}/${file}`, "utf8");
  const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array();

  it("encode to their bytes, and those marked refused are refused", () => {
    const vectors = JSON.parse(text("messages.json")) as EncodeVector[];
    expect(vectors).toHaveLength(224);
    for (const vector of vectors) {
      const encoded = encodeOdid(messageOf(vector.type, vector.input));
      const hex = encoded.kind === "encoded" ? hexOf(encoded.bytes) : null;
      expect([vector.name, hex]).toEqual([vector.name, vector.hex]);
      expect(encoded.kind === "refused").toBe(vector.encode_rc !== 0);
    }
  });

  it("decode from those bytes to their recorded values", () => {
    for (const vector of JSON.parse(text("messages.json")) as EncodeVector[]) {
      if (vector.hex === null || vector.decoded === undefined) continue;
      expect([vector.name, decodeOdid(bytes(vector.hex))]).toEqual([
        vector.name,
        { kind: "messages", messages: [messageOf(vector.type, vector.decoded)] },
      ]);
    }
  });

  it("decode alone, whatever their version, reserved bits and ranges, or are refused where the library refuses", () => {
    const vectors = JSON.parse(text("decode.json")) as DecodeVector[];
    expect(vectors).toHaveLength(272);
    let refused = 0;
    for (const vector of vectors) {
      const expected = messagesOf(vector.decoded);
      const decoded = decodeOdid(bytes(vector.hex));
      if (decoded.kind === "refused") refused += 1;
      const messages = decoded.kind === "messages" ? byType(decoded.messages) : [];
      expect([vector.name, messages]).toEqual([vector.name, expected]);
    }
    // Eleven of unknown type, twelve packs, one authentication with more pages than there are.
    expect(refused).toBe(24);
  });

  it("decode as packs", () => {
    const vectors = JSON.parse(text("packs.json")) as PackVector[];
    expect(vectors).toHaveLength(8);
    for (const vector of vectors) expectPack(vector);
  });

  it("decode as the 1,162 packs of a real flight", () => {
    const lines = text("track-mini2-1hz.ndjson").trimEnd().split("\n");
    expect(lines).toHaveLength(1162);
    for (const line of lines) expectPack(JSON.parse(line) as PackVector);
  });

  function expectPack(vector: PackVector): void {
    const decoded = decodeOdid(bytes(vector.pack_hex));
    expect(decoded.kind === "messages" ? byType(decoded.messages) : decoded).toEqual(messagesOf(vector.decoded));
  }
});
