import { describe, expect, it } from "vitest";
import type { Account } from "./users.model.ts";
import {
  toAnonymisedAccount,
  emailKeyOf,
  isActive,
  isBlank,
  canRegister,
  preferenceProblem,
  subjectHashOf,
} from "./users.rules.ts";

const ada: Account = {
  id: "7e57ab1e-0000-4000-8000-000000000ada",
  email: "ada@example.org",
  isVerified: true,
  fullName: "Ada",
  phoneNumber: "1",
  uasOperatorId: "OP",
  pilotLicenseId: "L",
  country: "GB",
  defaultAircraft: "7e57ab1e-0000-4000-8000-000000000001",
  passwordHash: "$argon2id$",
  isPasswordTemporary: false,
  isAdministrator: true,
  lastSignedInMs: null,
  registeredMs: 1,
  sessionsSinceMs: 1,
  disabledMs: null,
  deactivatedMs: null,
};

it("a deactivated account keeps its id and times, and no personal data", () => {
  expect(toAnonymisedAccount(ada, 5)).toEqual({
    id: ada.id,
    email: `${ada.id}@deactivated.invalid`,
    isVerified: false,
    fullName: null,
    phoneNumber: null,
    uasOperatorId: null,
    pilotLicenseId: null,
    country: null,
    defaultAircraft: null,
    passwordHash: null,
    isPasswordTemporary: false,
    isAdministrator: false,
    lastSignedInMs: null,
    registeredMs: 1,
    sessionsSinceMs: 5,
    disabledMs: null,
    deactivatedMs: 5,
  });
});

it("an account is active unless it is disabled or deactivated", () => {
  expect([ada, { ...ada, disabledMs: 1 }, toAnonymisedAccount(ada, 5)].map(isActive)).toEqual([true, false, false]);
});

it("addresses are compared regardless of case and Unicode composition", () => {
  expect(emailKeyOf("ÉVA@Example.ORG")).toBe(emailKeyOf("e\u0301va@example.org"));
  expect(emailKeyOf("a@example.org")).not.toBe(emailKeyOf("b@example.org"));
});

it("distinguishes subjects whose concatenation with the issuer is equal", () => {
  const hashes = [subjectHashOf("a", "b"), subjectHashOf("ab", ""), subjectHashOf("", "ab"), subjectHashOf("a", "b")];
  expect(new Set(hashes.map((hash) => hash.toString("hex"))).size).toBe(3);
});

describe("who may register", () => {
  it.each([
    [0, "closed", false, true],
    [1, "closed", false, false],
    [1, "closed", true, true],
    [1, "open", false, true],
  ] as const)("with %d accounts, %s, administrator %s: %s", (accounts, setting, isAdministrator, expected) => {
    expect(canRegister(accounts, setting, isAdministrator)).toBe(expected);
  });
});

it("validates preferences that the station itself uses", () => {
  expect(preferenceProblem("default_visibility", "private")).toBeUndefined();
  expect(preferenceProblem("default_visibility", "Public")).toContain("`public` or `private`");
  expect(preferenceProblem("units", "anything")).toBeUndefined();
  expect([null, "", " \t", "x"].map(isBlank)).toEqual([true, true, true, false]);
});
