import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSimProfile, luhnDigit } from "./sim-profile.ts";

describe("a SIM profile", () => {
  it("is the DER encoding of version, ICCID, IMSI and two keys", () => {
    const { iccid, imsi, bytes } = createSimProfile(randomBytes);
    expect([...bytes.subarray(0, 2)]).toEqual([0x30, bytes.length - 2]);
    const fields: (readonly [number, Uint8Array])[] = [];
    for (let at = 2; at < bytes.length; at += 2 + bytes[at + 1]!) {
      fields.push([bytes[at]!, bytes.subarray(at + 2, at + 2 + bytes[at + 1]!)]);
    }
    expect(fields.map(([tag]) => tag)).toEqual([0x02, 0x12, 0x12, 0x04, 0x04]);
    const text = (index: number) => new TextDecoder().decode(fields[index]![1]);
    expect([text(1), text(2)]).toEqual([iccid, imsi]);
    expect(fields[3]![1]).toHaveLength(16);
    expect(fields[3]![1]).not.toEqual(fields[4]![1]);
  });

  it("has an ICCID with its check digit, and an IMSI of the test network", () => {
    const { iccid, imsi } = createSimProfile(randomBytes);
    expect(iccid).toMatch(/^8999901\d{13}$/);
    expect(luhnDigit(iccid.slice(0, -1))).toBe(Number(iccid.at(-1)));
    expect(imsi).toMatch(/^00101\d{10}$/);
  });

  it("is different every time", () => {
    expect(createSimProfile(randomBytes).iccid).not.toBe(createSimProfile(randomBytes).iccid);
  });

  it("computes the check digit of a known number", () => {
    expect(luhnDigit("7992739871")).toBe(3);
  });
});
