import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { identityOf, primaryIdentifier, aircraftShapeOf, shortIdentifier, splitIdentifier } from "./identity.ts";

const declaring = (...ua_identifiers: Operation["ua_identifiers"]) => ({ ua_identifiers }) as Operation;
const flying = (type: string | null) =>
  ({ aircraft_models: [{ maker: null, model: null, type }] }) as unknown as Operation;

describe("the identity of an aircraft", () => {
  it("follows the declared type, not the format of the text", () => {
    const operation = declaring({ type: "caa_registration_id", value: "1596F351901936310360" });
    expect(identityOf(operation)).toMatchObject({ registration: "1596F351901936310360", serial: undefined });
  });

  it("shows a registration before a serial number", () => {
    const operation = declaring(
      { type: "serial_number", value: "1588E040445AC004418" },
      { type: "caa_registration_id", value: "OK-X123" },
    );
    expect(primaryIdentifier(operation)).toBe("OK-X123");
    expect(shortIdentifier(operation)).toBe("OK-X123");
  });

  it("shortens a serial number to its last characters on the map", () => {
    expect(shortIdentifier(declaring({ type: "serial_number", value: "1588E040445AC004418" }))).toBe("…004418");
  });

  it("keeps in the list what the map shows of it: only the rest is cut", () => {
    const serial = declaring({ type: "serial_number", value: "1588E040445AC004418" });
    expect(splitIdentifier(serial)).toEqual({ head: "1588E040445AC", tail: "004418" });
    expect(shortIdentifier(serial)).toBe("…004418");
    const registered = declaring({ type: "caa_registration_id", value: "OK-X123" });
    expect(splitIdentifier(registered)).toEqual({ head: "", tail: "OK-X123" });
    expect(splitIdentifier(undefined)).toEqual({ head: "", tail: "" });
  });

  it("is undefined as long as nothing was declared", () => {
    expect(primaryIdentifier(undefined)).toBeUndefined();
    expect(shortIdentifier(declaring())).toBeUndefined();
  });
});

describe("the drawn shape", () => {
  it.each([
    ["helicopter_or_multirotor", "multirotor"],
    ["aeroplane", "aeroplane"],
    ["hybrid_lift", "aeroplane"],
    ["free_balloon", "balloon"],
    ["other", "unknown"],
    [null, "unknown"],
  ] as const)("of %s is %s", (type, shape) => {
    expect(aircraftShapeOf(flying(type))).toBe(shape);
  });
});
