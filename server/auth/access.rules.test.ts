import { describe, expect, it } from "vitest";
import { LOCAL_OPERATOR, ANONYMOUS, type Principal } from "../kernel/principal.ts";
import type { Guarded } from "../kernel/access.ts";
import { accessOf, canRead, canWrite } from "./access.rules.ts";

const ada: Principal = { userId: "ada", isAdministrator: false, credential: "oidc" };
const admin: Principal = { userId: "admin", isAdministrator: true, credential: "pat" };
const resource = (change: Partial<Guarded>): Guarded => ({ ownerId: "bob", isPublic: false, shares: [], ...change });
const shared = (...levels: ("read" | "write")[]) =>
  resource({ shares: [...levels.map((level) => ({ userId: "ada", level })), { userId: "eve", level: "write" }] });

describe("access to an operation", () => {
  it.each([
    ["owned by the caller", resource({ ownerId: "ada" }), "write", true],
    ["shared for reading", shared("read"), "read", true],
    ["shared for writing", shared("write"), "write", true],
    ["shared in both ways", shared("read", "write"), "write", true],
    ["shared with others", shared(), undefined, false],
    ["that is public", resource({ isPublic: true }), "read", false],
    ["that is public and shared for writing", { ...shared("write"), isPublic: true }, "write", true],
    ["of another user", resource({}), undefined, false],
    ["of the station", resource({ ownerId: null }), undefined, false],
    ["of the station, that is public", resource({ ownerId: null, isPublic: true }), "read", false],
  ] as const)("%s", (_case, one, level, isExplicit) => {
    expect(accessOf(ada, one)).toBe(level);
    expect(canRead(ada, one, false)).toBe(level !== undefined);
    expect(canRead(ada, one, true)).toBe(isExplicit);
    expect(canWrite(ada, one)).toBe(level === "write");
  });

  it("is unrestricted for administrators, and explicit for their own and the station's operations", () => {
    for (const caller of [admin, LOCAL_OPERATOR]) {
      expect(canWrite(caller, resource({}))).toBe(true);
      expect(canRead(caller, resource({ isPublic: true }), true)).toBe(false);
      expect(canRead(caller, resource({ ownerId: null, isPublic: true }), true)).toBe(true);
    }
  });

  it("is denied without a credential, even to public operations", () => {
    expect(accessOf(ANONYMOUS, resource({ isPublic: true }))).toBeUndefined();
    expect(canRead(ANONYMOUS, resource({ ownerId: ANONYMOUS.userId }), true)).toBe(false);
  });
});
