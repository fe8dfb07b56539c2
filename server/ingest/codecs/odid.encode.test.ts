import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexOf } from "./bytes.text.ts";
import { decodeOdid } from "./odid.decode.ts";
import { basicIdMessage, encodeOdid, encodeOdidPack } from "./odid.encode.ts";
import { anyOdidMessage, anyOdidPack } from "../../../test/support/odid-arbitrary.ts";

describe("what is encoded", () => {
  it("comes back as it went in, every message and every protocol version", () => {
    fc.assert(
      fc.property(anyOdidMessage, fc.integer({ min: 0, max: 15 }), (message, version) => {
        const encoded = encodeOdid(message, version);
        if (encoded.kind === "refused") throw new Error(encoded.detail);
        expect(encoded.bytes).toHaveLength(25);
        expect(encoded.bytes[0]! & 0x0f).toBe(version);
        expect(decodeOdid(encoded.bytes)).toEqual({ kind: "messages", messages: [message] });
      }),
      { numRuns: 2000 },
    );
  });

  it("comes back as it went in, in packs", () => {
    fc.assert(
      fc.property(anyOdidPack, (messages) => {
        const encoded = encodeOdidPack(messages);
        if (encoded.kind === "refused") throw new Error(encoded.detail);
        expect(decodeOdid(encoded.bytes)).toEqual({ kind: "messages", messages });
      }),
    );
  });
});

describe("what the encoding cannot hold", () => {
  it("is refused with the name of its field", () => {
    const tooLong = encodeOdid({ type: "operator_id", operatorIdType: 0, operatorId: "FIN87astrdge12k8-xyz-1" });
    expect(tooLong).toMatchObject({ kind: "refused", reason: "value_out_of_range" });
    expect(tooLong.kind === "refused" && tooLong.detail).toContain("operatorId");
    const notANumber = encodeOdid({ type: "self_id", descriptionType: Number.NaN, description: "" });
    expect(notANumber.kind === "refused" && notANumber.detail).toContain("descriptionType");
  });

  it("is refused in a pack too, and so is a pack of none or of ten", () => {
    const text = { type: "self_id", descriptionType: 0, description: "a" } as const;
    expect(encodeOdidPack([text, { ...text, description: "a".repeat(24) }])).toMatchObject({ kind: "refused" });
    expect(encodeOdidPack([])).toMatchObject({ reason: "bad_pack_header" });
    expect(encodeOdidPack(Array.from({ length: 10 }, () => text))).toMatchObject({ reason: "bad_pack_header" });
  });
});

it("a Basic ID is made of its text, or of hexadecimal for the binary types", () => {
  expect(basicIdMessage({ idType: 1, uaType: 2, uasId: "1596" }).uasIdHex).toBe("31353936".padEnd(40, "0"));
  expect(basicIdMessage({ idType: 1, uaType: 2, uasId: "X".repeat(30) }).uasId).toBe("X".repeat(20));
  expect(basicIdMessage({ idType: 3, uaType: 2, uasId: "00ff" }).uasIdHex).toBe(hexOf(Uint8Array.of(0, 255), 0, 20));
});
