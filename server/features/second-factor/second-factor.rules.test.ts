import { describe, expect, it } from "vitest";
import { appCodeOf, issuerNameOf, passkeyPlaceOf, recoveryCodeHash, recoveryCodeOf } from "./second-factor.rules.ts";

describe("a recovery code", () => {
  it("has all bits of what it is made of, in groups", () => {
    expect(recoveryCodeOf(new Uint8Array(10))).toBe("0000-0000-0000-0000");
    expect(recoveryCodeOf(new Uint8Array(10).fill(255))).toBe("zzzz-zzzz-zzzz-zzzz");
    const one = (index: number) => recoveryCodeOf(new Uint8Array(10).with(index, 1));
    expect(new Set(Array.from({ length: 10 }, (_, index) => one(index))).size).toBe(10);
  });

  it("is the same however it is typed, and another for another account", () => {
    const hash = recoveryCodeHash("ada", "a1b0-cdef-ghjk-mnpq");
    for (const typed of ["A1B0 CDEF GHJK MNPQ", "aIbO-cdef-ghjk-mnpq", " albo–cdefghjkmnpq "]) {
      expect([typed, recoveryCodeHash("ada", typed).equals(hash)]).toEqual([typed, true]);
    }
    expect(recoveryCodeHash("bob", "a1b0-cdef-ghjk-mnpq").equals(hash)).toBe(false);
  });
});

it("a code of an app is six digits, with or without spaces, in any script that keyboards have", () => {
  expect(["123456", " 123 456 ", "１２３４５６", "12345", "1234567", "12345a", ""].map(appCodeOf)).toEqual([
    "123456",
    "123456",
    "123456",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  ["http://127.0.0.1:7420", "127.0.0.1", "ip_address"],
  ["https://[2001:db8::7]", "[2001:db8::7]", "ip_address"],
  ["http://localhost:7420", "localhost", null],
  ["http://van.lan:7420", "van.lan", "insecure"],
  ["https://station.example", "station.example", null],
])("passkeys at %s belong to %s, problem: %s", (baseUrl, rpId, problem) => {
  expect(passkeyPlaceOf(baseUrl)).toEqual({ rpId, origin: new URL(baseUrl).origin, problem });
});

it("an app tells stations with a name of their own apart", () => {
  expect(["http://127.0.0.1:7420", "http://localhost:7420", "https://hub.example"].map(issuerNameOf)).toEqual([
    "Fieldstation",
    "Fieldstation",
    "Fieldstation hub.example",
  ]);
});
