import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ccmTag } from "../../../test/support/simulators/aes-ccm.ts";
import { decodeFirmwareInfo } from "./firmware-info.ts";
import { createObjectAssembler } from "./settings.assembler.ts";
import { literalOf, parseSettings } from "./settings.parse.ts";
import { combineReadings } from "./settings.combine.ts";
import { signSettings } from "./signature.ts";
import { crc16Xmodem, resetFrame } from "./smp.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8"));

describe("the restart command", () => {
  it("is the one of the maker's sample, with the checksum df81", () => {
    expect(Buffer.from(resetFrame(0x92)).toString("latin1")).toBe("\x06\x09AAsCAAABAACSBaDfgQ==\n");
  });

  it("uses CRC-16/XMODEM (check value of the catalogue of CRCs)", () => {
    expect(crc16Xmodem(utf8("123456789"))).toBe(0x31c3);
  });
});

describe("the signature of a change", () => {
  it("is the tag of AES-256-CCM over the base64 text, as computed block by block", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string({ maxLength: 80 }), (key, settings) => {
        const { cnt, sig } = JSON.parse(signSettings(settings, key));
        expect(cnt).toBe(Buffer.from(settings, "utf8").toString("base64"));
        expect(sig).toBe(Buffer.from(ccmTag(key, new Uint8Array(13), utf8(cnt), 16)).toString("base64"));
      }),
    );
  });
});

describe("putting an object together", () => {
  const object = utf8('{"a":"} \\" {","b":{"c":"ü"},"d":[{}]}');

  it("accepts pieces of any size, split anywhere, with text before the frame", () => {
    for (let size = 1; size <= object.length; size += 1) {
      const assembler = createObjectAssembler();
      assembler.push(utf8('noise } " '));
      let found: Uint8Array | undefined;
      for (let at = 0; at < object.length; at += size) found = assembler.push(object.subarray(at, at + size));
      expect(text(found)).toBe(text(object));
    }
  });

  it("starts again after 64 KiB without an end", () => {
    const assembler = createObjectAssembler();
    expect(assembler.push(utf8("{".padEnd(64 * 1024, "x")))).toBeUndefined();
    expect(text(assembler.push(utf8('{"a":1}')))).toBe('{"a":1}');
  });
});

describe("settings as the device reports them", () => {
  it("have the types of their text", () => {
    const settings = parseSettings(
      utf8('{"int":3,"number":3.0,"large":1e3,"bool":true,"text":"","null":null,"list":[1.0]}'),
    );
    expect(Object.fromEntries([...settings!].map(([name, { type }]) => [name, type]))).toEqual({
      int: "int",
      number: "number",
      large: "number",
      bool: "boolean",
      text: "string",
      null: "json",
      list: "json",
    });
  });

  it("are written back with those types", () => {
    expect([literalOf(3, "number"), literalOf(3, "int"), literalOf(2.5, "number"), literalOf("3", "string")]).toEqual([
      "3.0",
      "3",
      "2.5",
      '"3"',
    ]);
  });

  it("have no value where it could not be shown exactly", () => {
    const settings = parseSettings(utf8('{"id":18446744073709551615,"nested":{"id":[9007199254740993]},"fine":1}'));
    expect([...settings!.values()].map(({ value }) => value)).toEqual([null, null, 1]);
  });

  it.each(["[]", "1", "null", "{", '{"a":01}', ""])("are not %j", (json) => {
    expect(parseSettings(utf8(json))).toBeUndefined();
  });
});

describe("what several readings agree on", () => {
  const reading = (values: Record<string, number>) => parseSettings(utf8(JSON.stringify(values)))!;
  const combined = (...readings: Record<string, number>[]) => {
    const { settings, isComplete } = combineReadings(readings.map(reading));
    return { values: Object.fromEntries([...settings].map(([name, { value }]) => [name, value])), isComplete };
  };

  it("is not known after one", () => {
    expect(combined({ a: 1 }).isComplete).toBe(false);
  });

  it("is what two have in common", () => {
    expect(combined({ a: 1, b: 2 }, { a: 1, b: 2 })).toEqual({ values: { a: 1, b: 2 }, isComplete: true });
    expect(combined({ a: 1, b: 2 }, { a: 5, b: 2 }).isComplete).toBe(false);
    expect(combined({ a: 1, b: 2 }, { a: 5, b: 2 }, { a: 1, b: 2 })).toEqual({
      values: { a: 1, b: 2 },
      isComplete: true,
    });
  });

  it("leaves out a name that only one of three has", () => {
    expect(combined({ a: 1 }, { b: 1 }).isComplete).toBe(false);
    expect(combined({ a: 1 }, { b: 1 }, { a: 1 })).toEqual({ values: { a: 1 }, isComplete: true });
  });

  it("has no value for what changes from one reading to the next", () => {
    const readings = [1, 2, 3, 4, 5].map((uptime) => ({ a: 1, uptime }));
    expect(combined(...readings)).toEqual({ values: { a: 1, uptime: null }, isComplete: false });
  });

  it("has no value where two are as frequent", () => {
    expect(combined({ a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }).values).toEqual({ a: null });
  });
});

describe("firmware info", () => {
  it("does not accept what only looks like an answer", () => {
    // An empty device, a request, and a device without serial number and id.
    for (const hex of ["12021a00", "0a020802", "12041a020806", "1206", ""]) {
      expect(decodeFirmwareInfo(Buffer.from(hex, "hex"))).toBeUndefined();
    }
  });

  it("accepts no serial number with invalid characters", () => {
    expect(decodeFirmwareInfo(Buffer.from("12061a0432020741", "hex"))).toBeUndefined();
    expect(decodeFirmwareInfo(Buffer.from("12061a0432024141", "hex"))).toMatchObject({ serialNumber: "AA", type: 0 });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => decodeFirmwareInfo(bytes)).not.toThrow();
      }),
    );
  });
});
